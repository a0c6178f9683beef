// Command pulumi-language-nodejs is the language host of Pulumi for Node.js, with one more ability.
//
// The host that belongs to this release of Pulumi is in a module that the Go module proxy does not serve. The last one that it serves is
// in v3.68.0 of the SDK; it runs programs, but neither policy packs nor component providers. So this host starts that one, hands on to
// it what it can do, and starts plugins itself, by the runners in @pulumi/pulumi.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/emptypb"
)

// A message of the engine may hold a whole stack.
const largestMessage = 400 * 1024 * 1024

func main() {
	if err := serve(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serve prints the port, as the engine expects of a plugin, and answers until the engine stops the process.
func serve(args []string) error {
	programs, err := startProgramHost(args)
	if err != nil {
		return fmt.Errorf("starting the host for programs: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(largestMessage))
	pulumirpc.RegisterLanguageRuntimeServer(server, &host{programs: programs})
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	return server.Serve(listener)
}

// startProgramHost starts the host beside this one that runs programs.
func startProgramHost(args []string) (pulumirpc.LanguageRuntimeClient, error) {
	executable, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if executable, err = filepath.EvalSymlinks(executable); err != nil {
		return nil, err
	}
	cmd := exec.Command(filepath.Join(filepath.Dir(executable), "nodejs-program-host"), args...)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(stdout)
	port, err := lines.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("reading its port: %w", err)
	}
	// What programs print comes out of their host.
	go func() { _, _ = io.Copy(os.Stdout, lines) }()
	connection, err := grpc.NewClient("127.0.0.1:"+strings.TrimSpace(port),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(largestMessage)))
	if err != nil {
		return nil, err
	}
	return pulumirpc.NewLanguageRuntimeClient(connection), nil
}

type host struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	programs pulumirpc.LanguageRuntimeClient
}

func (h *host) Handshake(context.Context, *pulumirpc.LanguageHandshakeRequest) (*pulumirpc.LanguageHandshakeResponse, error) {
	return &pulumirpc.LanguageHandshakeResponse{}, nil
}

func (h *host) GetPluginInfo(ctx context.Context, request *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return h.programs.GetPluginInfo(ctx, request)
}

func (h *host) GetRequiredPlugins(ctx context.Context, request *pulumirpc.GetRequiredPluginsRequest) (*pulumirpc.GetRequiredPluginsResponse, error) {
	return h.programs.GetRequiredPlugins(ctx, request)
}

func (h *host) Run(ctx context.Context, request *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	return h.programs.Run(ctx, request)
}

func (h *host) About(ctx context.Context, request *pulumirpc.AboutRequest) (*pulumirpc.AboutResponse, error) {
	return &pulumirpc.AboutResponse{Executable: "node"}, nil
}

// InstallDependencies installs nothing: the tests lay out every node_modules beforehand, and have no network.
func (h *host) InstallDependencies(*pulumirpc.InstallDependenciesRequest, grpc.ServerStreamingServer[pulumirpc.InstallDependenciesResponse]) error {
	return nil
}

// RunPlugin runs a policy pack or a component provider until it ends, and passes on what it prints.
func (h *host) RunPlugin(request *pulumirpc.RunPluginRequest, stream grpc.ServerStreamingServer[pulumirpc.RunPluginResponse]) error {
	directory := request.GetInfo().GetProgramDirectory()
	runner := "run-plugin"
	// The engine gives its address as the only argument.
	arguments := append([]string{directory}, request.GetArgs()...)
	if request.GetKind() == "analyzer" {
		runner = "run-policy-pack"
		arguments = append(request.GetArgs(), directory)
	}
	path, err := resolve("@pulumi/pulumi/cmd/"+runner, directory)
	if err != nil {
		return err
	}

	ctx, stop := context.WithCancel(stream.Context())
	defer stop()
	cmd := exec.CommandContext(ctx, "node", append([]string{path}, arguments...)...)
	cmd.Dir = directory
	cmd.Env = request.GetEnv()
	messages := make(chan *pulumirpc.RunPluginResponse)
	cmd.Stdout = output(func(text []byte) {
		messages <- &pulumirpc.RunPluginResponse{Output: &pulumirpc.RunPluginResponse_Stdout{Stdout: text}}
	})
	cmd.Stderr = output(func(text []byte) {
		messages <- &pulumirpc.RunPluginResponse{Output: &pulumirpc.RunPluginResponse_Stderr{Stderr: text}}
	})
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("starting %s: %w", runner, err)
	}
	go func() {
		code := int32(0)
		var exit *exec.ExitError
		if err := cmd.Wait(); errors.As(err, &exit) {
			code = int32(exit.ExitCode())
		}
		messages <- &pulumirpc.RunPluginResponse{Output: &pulumirpc.RunPluginResponse_Exitcode{Exitcode: code}}
		close(messages)
	}()
	for message := range messages {
		// When the engine has gone, the process is stopped and what it still prints is drained.
		if err := stream.Send(message); err != nil {
			stop()
		}
	}
	return nil
}

// resolve finds a module as Node would from a folder.
func resolve(module, directory string) (string, error) {
	found, err := exec.Command("node", "-p", "require.resolve(process.argv[1], { paths: [process.argv[2]] })", module, directory).Output()
	if err != nil {
		return "", fmt.Errorf("%s is not installed for %s", module, directory)
	}
	return strings.TrimSpace(string(found)), nil
}

type output func([]byte)

func (o output) Write(text []byte) (int, error) {
	o(append([]byte(nil), text...))
	return len(text), nil
}
