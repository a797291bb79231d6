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

    private readonly int _host;
    private readonly int _descriptor;
    private readonly IReadOnlyDictionary<string, string> _environment;

    internal LinkEnd(IPAddress address, int host, int descriptor, IReadOnlyDictionary<string, string> environment)
    {
        (Address, _host, _descriptor, _environment) = (address, host, descriptor, environment);
    }

    /// <summary>Its address, in the plan's IP version.</summary>
    public IPAddress Address { get; }

    /// <summary>
    /// How to start a command at this end: in its network, with <c>FATHOM_LINK_NEAR</c> and <c>FATHOM_LINK_FAR</c> set to the two
    /// addresses, and
    /// <c>FATHOM_LINK_AT_NEAR</c> and <c>FATHOM_LINK_AT_FAR</c> to the words that start a further command at either end
    /// (<c>$FATHOM_LINK_AT_FAR ping ...</c>); as root of the link's user namespace, which is the user outside. Standard streams,
    /// environment and folder are the starter's; the process ends when the link does, whatever state it is in, and so does all that it
    /// starts.
    /// </summary>
    /// <param name="command">A program on PATH, or a path to one.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <exception cref="LinkPlanException">There is no such program.</exception>
    public ProcessStartInfo StartInfo(string command, IEnumerable<string> arguments)
    {
        var path = CommandLookup.Find(command) ?? throw new LinkPlanException(
            [$"command: '{command}' is not found; accepted: a program on PATH, or a path to one"]);
        var spaces = $"/proc/{_host}/ns/";
        var start = new ProcessStartInfo("nsenter",
        [
            $"--user={spaces}user", $"--mount={spaces}mnt", $"--pid={spaces}pid", $"--net=/proc/{_host}/fd/{_descriptor}",
                "--preserve-credentials", "--",
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
