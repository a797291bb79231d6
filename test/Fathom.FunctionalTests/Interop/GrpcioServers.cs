namespace Fathom.FunctionalTests.Interop;

/// <summary>The servers of Python's grpcio.</summary>
public sealed class GrpcioServers() : ForeignServers(Grpcio.FindAsync)
{
    /// <summary>The classes that share them.</summary>
    [CollectionDefinition]
    public sealed class Users : ICollectionFixture<GrpcioServers>;
}
