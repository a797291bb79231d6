namespace Fathom.FunctionalTests.Interop;

/// <summary>The servers of gRPC's C++ library.</summary>
public sealed class GrpcCppServers() : ForeignServers(GrpcCpp.FindAsync);
