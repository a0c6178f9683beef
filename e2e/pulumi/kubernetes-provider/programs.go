//go:build programs

// Package programs names what build.sh builds, so that go.mod has all that it needs.
package programs

import _ "github.com/pulumi/pulumi-kubernetes/provider/v4/cmd/pulumi-resource-kubernetes"
