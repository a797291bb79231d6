using Fathom.TestKit;

namespace Fathom.FunctionalTests.Interop;

/// <summary>npm's @grpc/grpc-js, on the HTTP/2 of Node.js; its packages are those of package-lock.json beside this.</summary>
internal static class GrpcJs
{
    private const string Folder = "test/Fathom.FunctionalTests/Interop";

    /// <summary>Looks for it; nothing is installed here.</summary>
    public static async Task<ForeignGrpc> FindAsync(DirectoryInfo scratch)
    {
        var modules = Repository.PathOf($"{Folder}/node_modules");
        return new ForeignGrpc("node", "js", modules, await FindMissingAsync(modules));
    }

    private static async Task<string?> FindMissingAsync(string modules)
    {
        if ((await ChildProcess.RunAsync("node", "--version")).ExitCode != 0)
        {
            return "no node on the path (Debian: apt install nodejs npm)";
        }

        const string import = "module.paths.unshift(process.argv[1]); require('@grpc/grpc-js'); require('@grpc/proto-loader')";
        return (await ChildProcess.RunAsync("node", "-e", import, modules)).ExitCode == 0
            ? null
            : $"no @grpc/grpc-js and @grpc/proto-loader that node can import (run 'npm ci' in {Folder})";
    }
}
