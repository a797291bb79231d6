using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Interop;

/// <summary>npm's @grpc/grpc-js, on the HTTP/2 of Node.js; its packages are those of package-lock.json beside this.</summary>
internal static class GrpcJs
{
    private const string Folder = "test/Fathom.FunctionalTests/Interop";

    /// <summary>Looks for it; nothing is installed here.</summary>
    public static Task<ForeignGrpc> FindAsync()
    {
        var node = Requires.Check(TestPrerequisites.NodeGrpc);
        return Task.FromResult(new ForeignGrpc(
            node.Program ?? "node", "js", Repository.PathOf($"{Folder}/node_modules"), ForeignGrpc.MissingOf(TestPrerequisites.NodeGrpc)));
    }
}
