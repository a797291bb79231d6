using System.Diagnostics;
using System.Net;
using Fathom.Link.Linux;
using Fathom.Link.Plans;

namespace Fathom.Link;

/// <summary>One end of a running link: a network namespace with an address, into which processes are started.</summary>
public sealed class LinkEnd
{
    // nsenter puts a process that changes its mount namespace into "/": the shell brings it back.
    private const string ReturnToFolder = "cd \"$0\" && exec \"$@\"";

    private readonly string _nsenter;
    private readonly int _host;
    private readonly int? _descriptor;
    private readonly IReadOnlyDictionary<string, string> _environment;

    internal LinkEnd(
        IPAddress address, string nsenter, int host, int? descriptor, IReadOnlyDictionary<string, string> environment)
    {
        (Address, _nsenter, _host, _descriptor, _environment) = (address, nsenter, host, descriptor, environment);
    }

    /// <summary>The address of this end, in the IP version of the plan.</summary>
    public IPAddress Address { get; }

    /// <summary>Process id of the host of the link.</summary>
    internal int Host => _host;

    /// <summary>
    /// Start information for a command at this end. <c>FATHOM_LINK_NEAR</c> and <c>FATHOM_LINK_FAR</c> hold the two addresses.
    /// <c>FATHOM_LINK_AT_NEAR</c> and <c>FATHOM_LINK_AT_FAR</c> hold the prefix that starts another command at either end
    /// (<c>$FATHOM_LINK_AT_FAR ping ...</c>). The process runs as root of the link's user namespace, which is the calling user outside.
    /// It inherits standard streams, environment and working directory. It ends with the link, and so do its children.
    /// </summary>
    /// <param name="command">A program on PATH, or a path to one. Relative and empty entries of PATH are skipped.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <exception cref="LinkPlanException">The program does not exist.</exception>
    public ProcessStartInfo StartInfo(string command, IEnumerable<string> arguments)
    {
        var path = CommandLookup.Find(command) ?? throw new LinkPlanException(
            [new("command", command, "is not found; accepted: a program on PATH, or a path to one")]);
        var spaces = $"/proc/{_host}/ns/";
        var start = new ProcessStartInfo(_nsenter,
        [
            $"--user={spaces}user", $"--mount={spaces}mnt", $"--pid={spaces}pid",
            // Without one, the process keeps the network of its user.
            .. _descriptor is { } descriptor ? (string[])[$"--net=/proc/{_host}/fd/{descriptor}"] : [], "--preserve-credentials", "--",
            "/bin/sh", "-c", ReturnToFolder, Environment.CurrentDirectory, path, .. arguments,
        ])
        {
            UseShellExecute = false,
        };
        foreach (var (name, value) in _environment)
        {
            start.Environment[name] = value;
        }

        return start;
    }
}
