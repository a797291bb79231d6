namespace Fathom.FunctionalTests.Interop;

/// <summary>The servers of Node.js's grpc-js.</summary>
public sealed class GrpcJsServers() : ForeignServers(GrpcJs.FindAsync);
