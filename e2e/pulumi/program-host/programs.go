//go:build programs

// Package programs names what build.sh builds, so that go.mod has all that it needs.
package programs

import _ "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs"
