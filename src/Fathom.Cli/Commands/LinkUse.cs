using Fathom.Link.Plans;

namespace Fathom.Cli.Commands;

/// <summary>Whether anything can come of a link: somebody must be at either end, or be carried there.</summary>
internal static class LinkUse
{
    /// <exception cref="CommandException">Nothing can; the message says what is missing.</exception>
    public static void Check(LinkPlan plan, string[]? command)
    {
        var fault = (plan.Listen, plan.To, command, plan.Mode) switch
        {
            (not null, not null, { } c, LinkMode.Packets) => $"COMMAND: '{c[0]}' has no end to run at: --listen carries the near one "
                + $"and --to the far one; leave out one of them, or the command",
            (_, _, { } c, LinkMode.Relay) => $"COMMAND: '{c[0]}' has no end to run at: --mode relay has none; leave out the command, or "
                + $"--mode relay",
            (not null, null, null, _) => "--listen: nothing is at the far end to carry the port to; add --to HOST:PORT, -- COMMAND, or "
                + "--shell",
            (null, not null, null, _) => "--to: nothing is at the near end to be carried there; add --listen PORT, -- COMMAND, or --shell",
            (null, null, null, _) => "link: nothing is to be put behind the link; add -- COMMAND, --shell, or --listen PORT and --to "
                + "HOST:PORT ('fathom link --help' shows all forms)",
            _ => null,
        };
        if (fault is not null)
        {
            throw CommandException.Usage(fault);
        }
    }
}
