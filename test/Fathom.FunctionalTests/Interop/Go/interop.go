// Serves grpc.testing.TestService with grpc-go, or runs gRPC's interoperability cases against a host.
//
// usage: interop serve [SOCKET CERTIFICATE_PEM KEY_PEM]
//
//	interop run TARGET
//
// "serve" prints "listening PORT PORT_OF_TLS" and runs until standard input ends; the message of a status is its detail, too. "run" prints "PASS case" or "FAIL case: why" of each.
package main

import (
	"context"
	"fmt"
	"io"
	"io/ioutil"
	"log"
	"net"
	"os"
	"time"

	"github.com/golang/protobuf/proto"
	"github.com/golang/protobuf/ptypes/wrappers"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

const (
	service  = "/grpc.testing.TestService/"
	initial  = "x-grpc-test-echo-initial"
	trailing = "x-grpc-test-echo-trailing-bin"
	special  = "\t\ntest with whitespace\r\nand Unicode BMP \u263a and non-BMP \U0001f608\t\n"
)

var (
	requests = []int{27182, 8, 1828, 45904}
	replies  = []int32{31415, 9, 2653, 58979}
)

// The messages of interop.proto, as the tags say: Debian has no generated code of it.
type empty struct{}
type payload struct {
	Body []byte `protobuf:"bytes,2,opt,name=body,proto3"`
}
type echoStatus struct {
	Code    int32  `protobuf:"varint,1,opt,name=code,proto3"`
	Message string `protobuf:"bytes,2,opt,name=message,proto3"`
}
type simpleRequest struct {
	ResponseSize   int32       `protobuf:"varint,2,opt,name=response_size,proto3"`
	Payload        *payload    `protobuf:"bytes,3,opt,name=payload,proto3"`
	ResponseStatus *echoStatus `protobuf:"bytes,7,opt,name=response_status,proto3"`
}
type reply struct {
	Payload *payload `protobuf:"bytes,1,opt,name=payload,proto3"`
}
type sum struct {
	Size int32 `protobuf:"varint,1,opt,name=aggregated_payload_size,proto3"`
}
type parameters struct {
	Size       int32 `protobuf:"varint,1,opt,name=size,proto3"`
	IntervalUs int32 `protobuf:"varint,2,opt,name=interval_us,proto3"`
}
type outputRequest struct {
	ResponseParameters []*parameters `protobuf:"bytes,2,rep,name=response_parameters,proto3"`
	Payload            *payload      `protobuf:"bytes,3,opt,name=payload,proto3"`
	ResponseStatus     *echoStatus   `protobuf:"bytes,7,opt,name=response_status,proto3"`
}

func (m *empty) Reset()                 { *m = empty{} }
func (m *empty) String() string         { return proto.CompactTextString(m) }
func (*empty) ProtoMessage()            {}
func (m *payload) Reset()               { *m = payload{} }
func (m *payload) String() string       { return proto.CompactTextString(m) }
func (*payload) ProtoMessage()          {}
func (m *echoStatus) Reset()            { *m = echoStatus{} }
func (m *echoStatus) String() string    { return proto.CompactTextString(m) }
func (*echoStatus) ProtoMessage()       {}
func (m *simpleRequest) Reset()         { *m = simpleRequest{} }
func (m *simpleRequest) String() string { return proto.CompactTextString(m) }
func (*simpleRequest) ProtoMessage()    {}
func (m *reply) Reset()                 { *m = reply{} }
func (m *reply) String() string         { return proto.CompactTextString(m) }
func (*reply) ProtoMessage()            {}
func (m *sum) Reset()                   { *m = sum{} }
func (m *sum) String() string           { return proto.CompactTextString(m) }
func (*sum) ProtoMessage()              {}
func (m *parameters) Reset()            { *m = parameters{} }
func (m *parameters) String() string    { return proto.CompactTextString(m) }
func (*parameters) ProtoMessage()       {}
func (m *outputRequest) Reset()         { *m = outputRequest{} }
func (m *outputRequest) String() string { return proto.CompactTextString(m) }
func (*outputRequest) ProtoMessage()    {}

func body(size int32) *reply {
	return &reply{Payload: &payload{Body: make([]byte, size)}}
}

func failed(s *echoStatus) error {
	if s == nil || s.Code == 0 {
		return nil
	}
	detailed, err := status.New(codes.Code(s.Code), s.Message).WithDetails(&wrappers.StringValue{Value: s.Message})
	check(err)
	return detailed.Err()
}

func echoed(ctx context.Context) (metadata.MD, metadata.MD) {
	sent, _ := metadata.FromIncomingContext(ctx)
	first, last := metadata.MD{}, metadata.MD{}
	if values := sent.Get(initial); len(values) > 0 {
		first.Set(initial, values...)
	}
	if values := sent.Get(trailing); len(values) > 0 {
		last.Set(trailing, values...)
	}
	return first, last
}

func send(stream grpc.ServerStream, request *outputRequest) error {
	for _, wanted := range request.ResponseParameters {
		select {
		case <-time.After(time.Duration(wanted.IntervalUs) * time.Microsecond):
		case <-stream.Context().Done():
			return status.FromContextError(stream.Context().Err()).Err()
		}
		if err := stream.SendMsg(body(wanted.Size)); err != nil {
			return err
		}
	}
	return nil
}

func unaryCall(_ interface{}, ctx context.Context, read func(interface{}) error, _ grpc.UnaryServerInterceptor) (interface{}, error) {
	request := &simpleRequest{}
	if err := read(request); err != nil {
		return nil, err
	}
	first, last := echoed(ctx)
	_ = grpc.SetHeader(ctx, first)
	_ = grpc.SetTrailer(ctx, last)
	if err := failed(request.ResponseStatus); err != nil {
		return nil, err
	}
	return body(request.ResponseSize), nil
}

func emptyCall(_ interface{}, _ context.Context, read func(interface{}) error, _ grpc.UnaryServerInterceptor) (interface{}, error) {
	request := &empty{}
	return request, read(request)
}

func input(_ interface{}, stream grpc.ServerStream) error {
	total := int32(0)
	for {
		request := &reply{}
		if err := stream.RecvMsg(request); err == io.EOF {
			return stream.SendMsg(&sum{Size: total})
		} else if err != nil {
			return err
		}
		total += int32(len(request.Payload.Body))
	}
}

func output(_ interface{}, stream grpc.ServerStream) error {
	request := &outputRequest{}
	if err := stream.RecvMsg(request); err != nil {
		return err
	}
	return send(stream, request)
}

func duplex(_ interface{}, stream grpc.ServerStream) error {
	first, last := echoed(stream.Context())
	_ = stream.SetHeader(first)
	stream.SetTrailer(last)
	for {
		request := &outputRequest{}
		if err := stream.RecvMsg(request); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := failed(request.ResponseStatus); err != nil {
			return err
		}
		if err := send(stream, request); err != nil {
			return err
		}
	}
}

func newServer(options ...grpc.ServerOption) *grpc.Server {
	server := grpc.NewServer(options...)
	server.RegisterService(&grpc.ServiceDesc{
		ServiceName: "grpc.testing.TestService",
		HandlerType: (*interface{})(nil),
		Methods:     []grpc.MethodDesc{{MethodName: "EmptyCall", Handler: emptyCall}, {MethodName: "UnaryCall", Handler: unaryCall}},
		Streams: []grpc.StreamDesc{
			{StreamName: "StreamingOutputCall", Handler: output, ServerStreams: true},
			{StreamName: "StreamingInputCall", Handler: input, ClientStreams: true},
			{StreamName: "FullDuplexCall", Handler: duplex, ServerStreams: true, ClientStreams: true},
		},
	}, struct{}{})
	return server
}

func listen(network, address string) net.Listener {
	listener, err := net.Listen(network, address)
	check(err)
	return listener
}

func serve(files []string) {
	listener := listen("tcp", "127.0.0.1:0")
	server := newServer()
	secured := 0
	if len(files) == 3 {
		onSocket := listen("unix", files[0])
		go func() { check(server.Serve(onSocket)) }()
		identity, err := credentials.NewServerTLSFromFile(files[1], files[2])
		check(err)
		overTLS := listen("tcp", "127.0.0.1:0")
		secured = overTLS.Addr().(*net.TCPAddr).Port
		go func() { check(newServer(grpc.Creds(identity)).Serve(overTLS)) }()
	}
	fmt.Println("listening", listener.Addr().(*net.TCPAddr).Port, secured)
	go func() {
		_, _ = io.Copy(ioutil.Discard, os.Stdin)
		server.Stop()
	}()
	check(server.Serve(listener))
}

var connection *grpc.ClientConn

func patience() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Minute)
}

func expect(isSo bool, what string, found ...interface{}) error {
	if isSo {
		return nil
	}
	return fmt.Errorf("expected %s, found %v", what, found)
}

func open(ctx context.Context, method string, options ...grpc.CallOption) (grpc.ClientStream, error) {
	return connection.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true, ClientStreams: true}, service+method, options...)
}

func large(options ...grpc.CallOption) error {
	ctx, cancel := patience()
	defer cancel()
	got := &reply{}
	request := &simpleRequest{ResponseSize: 314159, Payload: &payload{Body: make([]byte, 271828)}}
	if err := connection.Invoke(ctx, service+"UnaryCall", request, got, options...); err != nil {
		return err
	}
	return expect(len(got.Payload.Body) == 314159, "314159 bytes", len(got.Payload.Body))
}

func wanted(sizes ...int32) *outputRequest {
	request := &outputRequest{Payload: &payload{}}
	for _, size := range sizes {
		request.ResponseParameters = append(request.ResponseParameters, &parameters{Size: size})
	}
	return request
}

func streamed(sizes []int, total int32, options ...grpc.CallOption) error {
	ctx, cancel := patience()
	defer cancel()
	stream, err := open(ctx, "StreamingInputCall", options...)
	if err != nil {
		return err
	}
	for _, size := range sizes {
		if err := stream.SendMsg(body(int32(size))); err != nil {
			return err
		}
	}
	_ = stream.CloseSend()
	got := &sum{}
	if err := stream.RecvMsg(got); err != nil {
		return err
	}
	return expect(got.Size == total, fmt.Sprint(total), got.Size)
}

func received(sizes []int32) error {
	ctx, cancel := patience()
	defer cancel()
	stream, err := open(ctx, "StreamingOutputCall")
	if err != nil {
		return err
	}
	if err := stream.SendMsg(wanted(sizes...)); err != nil {
		return err
	}
	_ = stream.CloseSend()
	for _, size := range sizes {
		got := &reply{}
		if err := stream.RecvMsg(got); err != nil {
			return err
		}
		if err := expect(len(got.Payload.Body) == int(size), fmt.Sprint(size), len(got.Payload.Body)); err != nil {
			return err
		}
	}
	return ends(stream, codes.OK, "")
}

func ends(stream grpc.ClientStream, code codes.Code, message string) error {
	err := stream.RecvMsg(&reply{})
	if err == io.EOF {
		return expect(code == codes.OK, code.String(), "OK")
	}
	return is(err, code, message)
}

func is(err error, code codes.Code, message string) error {
	found := status.Convert(err)
	return expect(found.Code() == code && (message == "" || found.Message() == message), code.String()+" "+message, err)
}

func pingPong() error {
	ctx, cancel := patience()
	defer cancel()
	stream, err := open(ctx, "FullDuplexCall")
	if err != nil {
		return err
	}
	for i, size := range replies {
		request := wanted(size)
		request.Payload.Body = make([]byte, requests[i])
		if err := stream.SendMsg(request); err != nil {
			return err
		}
		got := &reply{}
		if err := stream.RecvMsg(got); err != nil {
			return err
		}
		if err := expect(len(got.Payload.Body) == int(size), fmt.Sprint(size), len(got.Payload.Body)); err != nil {
			return err
		}
	}
	_ = stream.CloseSend()
	return ends(stream, codes.OK, "")
}

func emptyStream() error {
	ctx, cancel := patience()
	defer cancel()
	stream, err := open(ctx, "FullDuplexCall")
	if err != nil {
		return err
	}
	_ = stream.CloseSend()
	return ends(stream, codes.OK, "")
}

func customMetadata() error {
	ctx, cancel := patience()
	defer cancel()
	ctx = metadata.AppendToOutgoingContext(ctx, initial, "test_initial_metadata_value", trailing, "\xab\xab\xab")
	var first, last metadata.MD
	request := &simpleRequest{ResponseSize: 314159, Payload: &payload{Body: make([]byte, 271828)}}
	if err := connection.Invoke(ctx, service+"UnaryCall", request, &reply{}, grpc.Header(&first), grpc.Trailer(&last)); err != nil {
		return err
	}
	if err := hasEchoed(first, last); err != nil {
		return err
	}
	stream, err := open(ctx, "FullDuplexCall")
	if err != nil {
		return err
	}
	if err := stream.SendMsg(wanted(314159)); err != nil {
		return err
	}
	_ = stream.CloseSend()
	if err := stream.RecvMsg(&reply{}); err != nil {
		return err
	}
	if err := ends(stream, codes.OK, ""); err != nil {
		return err
	}
	first, _ = stream.Header()
	return hasEchoed(first, stream.Trailer())
}

func hasEchoed(first, last metadata.MD) error {
	return expect(len(first.Get(initial)) == 1 && first.Get(initial)[0] == "test_initial_metadata_value" &&
		len(last.Get(trailing)) == 1 && last.Get(trailing)[0] == "\xab\xab\xab", "the metadata", first, last)
}

func statusOfBoth() error {
	const message = "test status message"
	if err := statusOf(message); err != nil {
		return err
	}
	ctx, cancel := patience()
	defer cancel()
	stream, err := open(ctx, "FullDuplexCall")
	if err != nil {
		return err
	}
	if err := stream.SendMsg(&outputRequest{ResponseStatus: &echoStatus{Code: 2, Message: message}}); err != nil {
		return err
	}
	_ = stream.CloseSend()
	return ends(stream, codes.Unknown, message)
}

func statusOf(message string) error {
	ctx, cancel := patience()
	defer cancel()
	request := &simpleRequest{ResponseStatus: &echoStatus{Code: 2, Message: message}}
	return is(connection.Invoke(ctx, service+"UnaryCall", request, &reply{}), codes.Unknown, message)
}

func invoke(method string) error {
	ctx, cancel := patience()
	defer cancel()
	return connection.Invoke(ctx, method, &empty{}, &empty{})
}

func cancelAfterBegin() error {
	ctx, cancel := patience()
	stream, err := open(ctx, "StreamingInputCall")
	if err != nil {
		return err
	}
	cancel()
	return ends(stream, codes.Canceled, "")
}

func cancelAfterFirstResponse() error {
	ctx, cancel := patience()
	stream, err := open(ctx, "FullDuplexCall")
	if err != nil {
		return err
	}
	if err := stream.SendMsg(wanted(31415)); err != nil {
		return err
	}
	if err := stream.RecvMsg(&reply{}); err != nil {
		return err
	}
	cancel()
	return ends(stream, codes.Canceled, "")
}

func timeoutOnSleepingServer() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	stream, err := open(ctx, "FullDuplexCall")
	if err != nil {
		return is(err, codes.DeadlineExceeded, "")
	}
	request := wanted(31415)
	request.ResponseParameters[0].IntervalUs = 60000000
	// The deadline may come first.
	_ = stream.SendMsg(request)
	return ends(stream, codes.DeadlineExceeded, "")
}

func run(target string) {
	var err error
	connection, err = grpc.Dial(target, grpc.WithInsecure(), grpc.WithBlock())
	check(err)
	cases := []struct {
		name string
		run  func() error
	}{
		{"empty_unary", func() error { return invoke(service + "EmptyCall") }},
		{"large_unary", func() error { return large() }},
		{"client_compressed_unary", func() error { return large(grpc.UseCompressor(gzip.Name)) }},
		{"client_streaming", func() error { return streamed(requests, 74922) }},
		{"client_compressed_streaming", func() error { return streamed([]int{27182, 45904}, 73086, grpc.UseCompressor(gzip.Name)) }},
		{"server_streaming", func() error { return received(replies) }},
		{"ping_pong", pingPong},
		{"empty_stream", emptyStream},
		{"custom_metadata", customMetadata},
		{"status_code_and_message", statusOfBoth},
		{"special_status_message", func() error { return statusOf(special) }},
		{"unimplemented_method", func() error { return is(invoke(service+"UnimplementedCall"), codes.Unimplemented, "") }},
		{"unimplemented_service", func() error {
			return is(invoke("/grpc.testing.UnimplementedService/UnimplementedCall"), codes.Unimplemented, "")
		}},
		{"cancel_after_begin", cancelAfterBegin},
		{"cancel_after_first_response", cancelAfterFirstResponse},
		{"timeout_on_sleeping_server", timeoutOnSleepingServer},
	}
	for _, c := range cases {
		if err := c.run(); err != nil {
			fmt.Printf("FAIL %s: %v\n", c.name, err)
		} else {
			fmt.Println("PASS", c.name)
		}
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == "run" {
		run(os.Args[2])
	} else {
		serve(os.Args[2:])
	}
}
