// Serves grpc-go's own test service with reflection and health, or reads the reflection of a host.
//
// usage: discovery serve
//        discovery read TARGET
//
// "serve" prints "listening PORT" and runs until standard input ends. "read" prints the services, each on a line, then for each service
// of the host "SERVICE.METHOD INPUT", and "health N", what Health/Check answered.
package main

import (
	"context"
	"fmt"
	"io"
	"io/ioutil"
	"log"
	"net"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/golang/protobuf/proto"
	descriptor "github.com/golang/protobuf/protoc-gen-go/descriptor"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/reflection"
	reflectionpb "google.golang.org/grpc/reflection/grpc_reflection_v1alpha"
	testpb "google.golang.org/grpc/stats/grpc_testing"
)

type tests struct {
	testpb.UnimplementedTestServiceServer
}

func (tests) UnaryCall(_ context.Context, request *testpb.SimpleRequest) (*testpb.SimpleResponse, error) {
	return &testpb.SimpleResponse{Id: request.Id}, nil
}

func (tests) ClientStreamCall(stream testpb.TestService_ClientStreamCallServer) error {
	sum := int32(0)
	for {
		request, err := stream.Recv()
		if err == io.EOF {
			return stream.SendAndClose(&testpb.SimpleResponse{Id: sum})
		}
		if err != nil {
			return err
		}
		sum += request.Id
	}
}

func (tests) ServerStreamCall(request *testpb.SimpleRequest, stream testpb.TestService_ServerStreamCallServer) error {
	for i := int32(1); i <= request.Id; i++ {
		if err := stream.Send(&testpb.SimpleResponse{Id: i}); err != nil {
			return err
		}
	}
	return nil
}

func (tests) FullDuplexCall(stream testpb.TestService_FullDuplexCallServer) error {
	for {
		request, err := stream.Recv()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := stream.Send(&testpb.SimpleResponse{Id: request.Id}); err != nil {
			return err
		}
	}
}

func serve() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	server := grpc.NewServer()
	testpb.RegisterTestServiceServer(server, tests{})
	healthpb.RegisterHealthServer(server, health.NewServer())
	reflection.Register(server)
	fmt.Println("listening", listener.Addr().(*net.TCPAddr).Port)
	go func() {
		_, _ = io.Copy(ioutil.Discard, os.Stdin)
		server.Stop()
	}()
	check(server.Serve(listener))
}

func read(target string) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	connection, err := grpc.DialContext(ctx, target, grpc.WithInsecure())
	check(err)
	stream, err := reflectionpb.NewServerReflectionClient(connection).ServerReflectionInfo(ctx)
	check(err)
	ask := func(request *reflectionpb.ServerReflectionRequest) *reflectionpb.ServerReflectionResponse {
		check(stream.Send(request))
		answer, err := stream.Recv()
		check(err)
		return answer
	}

	var services []string
	for _, service := range ask(&reflectionpb.ServerReflectionRequest{
		MessageRequest: &reflectionpb.ServerReflectionRequest_ListServices{}}).GetListServicesResponse().Service {
		services = append(services, service.Name)
	}
	sort.Strings(services)
	fmt.Println(strings.Join(services, "\n"))
	for _, service := range services {
		for _, file := range ask(&reflectionpb.ServerReflectionRequest{
			MessageRequest: &reflectionpb.ServerReflectionRequest_FileContainingSymbol{FileContainingSymbol: service},
		}).GetFileDescriptorResponse().FileDescriptorProto {
			print(file, service)
		}
	}

	state, err := healthpb.NewHealthClient(connection).Check(ctx, &healthpb.HealthCheckRequest{})
	check(err)
	fmt.Println("health", int32(state.Status))
}

// Prints the methods of a service, if the file declares it.
func print(file []byte, service string) {
	var read descriptor.FileDescriptorProto
	check(proto.Unmarshal(file, &read))
	for _, declared := range read.Service {
		if read.GetPackage()+"."+declared.GetName() == service {
			for _, method := range declared.Method {
				fmt.Printf("%s.%s %s\n", service, method.GetName(), strings.TrimPrefix(method.GetInputType(), "."))
			}
		}
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == "read" {
		read(os.Args[2])
	} else {
		serve()
	}
}
