namespace Fathom.FunctionalTests.Interop;

/// <summary>The servers of Node.js's grpc-js.</summary>
public sealed class GrpcJsServers() : ForeignServers(GrpcJs.FindAsync)
{
    /// <summary>The classes that share them.</summary>
    [CollectionDefinition]
    public sealed class Users : ICollectionFixture<GrpcJsServers>;
}
