// The service of plant.proto on grpc-go. Prints its address first and ends with its standard input.
//
// usage: grpc_go fast|waiting|uneven|serialised|limited|retired
package main

import (
	"context"
	"fmt"
	"io"
	"io/ioutil"
	"log"
	"math/rand"
	"net"
	"os"
	"sync"
	"time"

	"github.com/golang/protobuf/ptypes/wrappers"
	"google.golang.org/grpc"
	"google.golang.org/grpc/keepalive"
)

type plant struct {
	work    func()
	options []grpc.ServerOption
}

var lock sync.Mutex

func sleep(milliseconds int) func() {
	return func() { time.Sleep(time.Duration(milliseconds) * time.Millisecond) }
}

func serialised() {
	lock.Lock()
	defer lock.Unlock()
	time.Sleep(20 * time.Millisecond)
}

// Each call waits for another time, and for no other call.
func uneven() {
	time.Sleep(time.Duration(1+rand.Intn(40)) * time.Millisecond)
}

var lifetime = keepalive.ServerParameters{MaxConnectionAge: 3 * time.Second}

var plants = map[string]plant{
	"fast":       {work: func() {}},
	"waiting":    {work: sleep(100)},
	"uneven":     {work: uneven},
	"serialised": {work: serialised},
	"limited":    {work: sleep(50), options: []grpc.ServerOption{grpc.MaxConcurrentStreams(4)}},
	"retired":    {work: func() {}, options: []grpc.ServerOption{grpc.KeepaliveParams(lifetime)}},
}

// BytesValue has the fields of Blob: one, of bytes.
func call(server interface{}, ctx context.Context, decode func(interface{}) error, _ grpc.UnaryServerInterceptor) (interface{}, error) {
	if err := decode(new(wrappers.BytesValue)); err != nil {
		return nil, err
	}
	server.(plant).work()
	return new(wrappers.BytesValue), nil
}

func main() {
	planted, known := plants[os.Args[1]]
	if !known {
		log.Fatal("no such plant: ", os.Args[1])
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer(planted.options...)
	server.RegisterService(&grpc.ServiceDesc{
		ServiceName: "fathom.plants.Plant",
		HandlerType: (*interface{})(nil),
		Methods:     []grpc.MethodDesc{{MethodName: "Call", Handler: call}},
	}, planted)
	fmt.Printf("http://%s\n", listener.Addr())
	go func() {
		_, _ = io.Copy(ioutil.Discard, os.Stdin)
		server.Stop()
	}()
	if err := server.Serve(listener); err != nil {
		log.Fatal(err)
	}
}
