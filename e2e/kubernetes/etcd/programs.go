//go:build programs

// Package programs names what build.sh builds, so that go.mod has all that it needs.
package programs

import _ "go.etcd.io/etcd/server/v3"
