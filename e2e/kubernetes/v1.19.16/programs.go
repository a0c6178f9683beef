//go:build programs
// +build programs

// Package programs names what build.sh builds, so that go.mod has all that it needs.
package programs

import (
	_ "k8s.io/kubernetes/cmd/kube-proxy"
)
