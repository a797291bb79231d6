using Fathom.Machines.Prerequisites;

namespace Fathom.TestKit.Prerequisites;

/// <summary>Compiled gRPC libraries, for the tests of servers and clients that are not ours.</summary>
public static class ForeignGrpcPrerequisites
{
    /// <summary>Where Debian has the sources of Go libraries: a GOPATH.</summary>
    public const string GoPath = "/usr/share/gocode";

    /// <summary>grpc-go, as sources that Go compiles in GOPATH mode, without downloads.</summary>
    public static Prerequisite GrpcGo { get; } = new()
    {
        Id = "grpc-go",
        Name = "Go with grpc-go",
        Uses = [],
        Without = TestPrerequisites.Skipped("the tests with grpc-go"),
        Remedy = Probes.Install("golang-go golang-google-grpc-dev"),
        Probe = async (machine, cancellation) => await Probes.ProgramAsync(machine, ["go"], "version", cancellation) switch
        {
            { IsPresent: true } when machine.ReadFile($"{GoPath}/src/google.golang.org/grpc/reflection/serverreflection.go") is null =>
                ProbeOutcome.Missing($"no grpc-go in {GoPath}"),
            var outcome => outcome,
        },
    };

    /// <summary>gRPC's C++ library with a compiler. The program is the compiler.</summary>
    public static Prerequisite GrpcCpp { get; } = new()
    {
        Id = "grpc-cpp",
        Name = "C++ compiler with gRPC",
        Uses = [],
        Without = TestPrerequisites.Skipped("the tests with gRPC for C++"),
        Remedy = Probes.Install("g++ libgrpc++-dev libprotobuf-dev protobuf-compiler-grpc", "gcc-c++ grpc-devel grpc-plugins"),
        Probe = async (machine, cancellation) => await Probes.ProgramAsync(machine, ["g++", "clang++"], "--version", cancellation) switch
        {
            { IsPresent: true, Program: { } compiler } found => machine.FindExecutable("grpc_cpp_plugin") is null
                ? ProbeOutcome.Missing("no grpc_cpp_plugin on PATH")
                : await machine.RunAsync(compiler, ["-E", "-x", "c++", "-include", "google/protobuf/port_def.inc", "-include",
                    "grpcpp/version_info.h", "-o", "/dev/null", "/dev/null"], cancellation) is { ExitCode: 0 }
                    ? found
                    : ProbeOutcome.Missing("the headers of gRPC or of protobuf are missing"),
            var missing => missing,
        },
    };
}
