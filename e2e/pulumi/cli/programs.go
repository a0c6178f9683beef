//go:build programs

// Package programs names what build.sh builds besides the program in this module, so that go.mod has all that it needs.
package programs

import _ "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
