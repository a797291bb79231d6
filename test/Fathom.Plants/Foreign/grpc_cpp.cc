// The service of plant.proto on gRPC's C++ library, by its synchronous server. Prints its address first and ends with its standard input.
//
// usage: grpc_cpp fast|serialised
//
// One file with the generated code: gRPC's headers, most of the work, are compiled once.
#include "plant.grpc.pb.cc"
#include "plant.pb.cc"

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

using fathom::plants::Blob;

namespace {

class PlantService final : public fathom::plants::Plant::Service {
 public:
  explicit PlantService(std::function<void()> work) : work_(std::move(work)) {}

  grpc::Status Call(grpc::ServerContext*, const Blob*, Blob*) override {
    work_();
    return grpc::Status::OK;
  }

 private:
  std::function<void()> work_;
};

std::mutex gate;

void Serialised() {
  std::lock_guard<std::mutex> lock(gate);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

}  // namespace

int main(int, char** argv) {
  const std::map<std::string, std::function<void()>> plants = {{"fast", [] {}}, {"serialised", Serialised}};
  PlantService service(plants.at(argv[1]));
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (!server) {
    return 1;
  }

  std::cout << "http://127.0.0.1:" << port << std::endl;
  while (std::getchar() != EOF) {
  }
  server->Shutdown();
}
