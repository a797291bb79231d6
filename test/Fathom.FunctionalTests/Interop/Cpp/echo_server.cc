// Serves fathom.echo.Echo with gRPC's C++ library until standard input ends. Prints "listening PORT" first.
//
// The payload of a request that fails is sent as the details of the status. Replies are compressed where the request has the metadata x-compress.
// With TLS it offers reflection.
//
// usage: echo_server [SOCKET | CERTIFICATE_PEM KEY_PEM]
//
// One file with the generated code: gRPC's headers, most of the work, are compiled once.
#include "echo.grpc.pb.cc"
#include "echo.pb.cc"

#include <dlfcn.h>
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

using fathom::echo::EchoReply;
using fathom::echo::EchoRequest;
using grpc::ServerContext;
using grpc::Status;

namespace {

EchoReply Reply(const EchoRequest& request, int count, int64_t total) {
  EchoReply reply;
  reply.set_payload(request.payload());
  reply.set_count(count);
  reply.set_total_bytes(total);
  return reply;
}

Status End(const EchoRequest& request) {
  return request.status_code() == 0 ? Status::OK
                                    : Status(static_cast<grpc::StatusCode>(request.status_code()), request.status_detail(), request.payload());
}

void Begin(ServerContext* context, const EchoRequest& request) {
  if (context->client_metadata().count("x-compress") > 0) {
    context->set_compression_algorithm(GRPC_COMPRESS_GZIP);
  }
  for (const auto& [key, value] : context->client_metadata()) {
    if (request.echo_metadata() && key.starts_with("x-")) {
      context->AddInitialMetadata({key.data(), key.size()}, {value.data(), value.size()});
      context->AddTrailingMetadata({key.data(), key.size()}, {value.data(), value.size()});
    }
  }
}

void Wait(ServerContext* context, const EchoRequest& request) {
  for (int waited = 0; waited < request.delay_ms() && !context->IsCancelled(); waited++) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

class EchoService final : public fathom::echo::Echo::Service {
  Status Unary(ServerContext* context, const EchoRequest* request, EchoReply* reply) override {
    Begin(context, *request);
    Wait(context, *request);
    *reply = Reply(*request, 0, request->payload().size());
    return End(*request);
  }

  Status ClientStream(ServerContext*, grpc::ServerReader<EchoRequest>* requests, EchoReply* reply) override {
    EchoRequest request;
    int count = 0;
    int64_t total = 0;
    for (; requests->Read(&request); count++) {
      total += request.payload().size();
    }
    *reply = Reply(request, count, total);
    return End(request);
  }

  Status ServerStream(ServerContext*, const EchoRequest* request, grpc::ServerWriter<EchoReply>* replies) override {
    for (int i = 0; i < request->repeat(); i++) {
      replies->Write(Reply(*request, i, request->payload().size()));
    }
    return End(*request);
  }

  Status DuplexStream(ServerContext*, grpc::ServerReaderWriter<EchoReply, EchoRequest>* stream) override {
    EchoRequest request;
    int64_t total = 0;
    while (stream->Read(&request)) {
      total += request.payload().size();
      for (int i = 0; i < std::max(1, request.repeat()); i++) {
        stream->Write(Reply(request, i, total));
      }
    }
    return End(request);
  }
};

std::string Text(const char* file) {
  std::ifstream input(file);
  return std::string(std::istreambuf_iterator<char>(input), {});
}

}  // namespace

int main(int argc, char** argv) {
  auto credentials = grpc::InsecureServerCredentials();
  if (argc > 2) {
    grpc::SslServerCredentialsOptions options;
    options.pem_key_cert_pairs.push_back({Text(argv[2]), Text(argv[1])});
    credentials = grpc::SslServerCredentials(options);
    // Every server has reflection once the library is there.
    if (dlopen("libgrpc++_reflection.so", RTLD_NOW) == nullptr) {
      return 1;
    }
  }

  EchoService service;
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", credentials, &port);
  if (argc == 2) {
    builder.AddListeningPort("unix:" + std::string(argv[1]), credentials);
  }
  builder.RegisterService(&service);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (!server) {
    return 1;
  }

  std::cout << "listening " << port << std::endl;
  while (std::getchar() != EOF) {
  }
  server->Shutdown();
}
