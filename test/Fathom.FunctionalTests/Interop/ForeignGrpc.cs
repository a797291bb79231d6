using Fathom.Machines.Prerequisites;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Interop;

/// <summary>
/// A gRPC stack that is not ours, as two scripts in its own language: <c>echo_client</c> checks our host, <c>echo_server</c> serves our
/// client. The scripts take the same arguments and print the same lines in every language; the head of each lists them.
/// </summary>
/// <param name="Program">What runs the scripts, or the compiled server.</param>
/// <param name="Extension">The scripts' file name's; null for a compiled server.</param>
/// <param name="Library">The folder they import from; their first argument.</param>
/// <param name="Missing">Why it cannot be had on this machine; null where it can.</param>
internal sealed record ForeignGrpc(string Program, string? Extension, string Library, string? Missing)
{
    /// <summary>The first of several prerequisites that this machine lacks, with its remedy; null where all are present.</summary>
    public static string? MissingOf(params IEnumerable<Prerequisite> prerequisites) =>
        prerequisites.Select(Requires.Check).FirstOrDefault(r => !r.IsPresent) is { } missing ? $"needs {missing.Message}" : null;

    public static string FileOf(string name) => Path.Combine(AppContext.BaseDirectory, "Interop", name);

    public ChildProcess StartClient(params IEnumerable<string> arguments) => Start("echo_client", arguments);

    public ChildProcess StartServer(params IEnumerable<string> arguments) => Start("echo_server", arguments);

    private ChildProcess Start(string script, IEnumerable<string> arguments) =>
        ChildProcess.Start(Program, Extension is null ? arguments : [FileOf($"{script}.{Extension}"), Library, .. arguments]);
}
