using Fathom.Link.Plans;

namespace Fathom.Cli.Commands.Links;

/// <summary>Checks that a link has something at both ends.</summary>
internal static class LinkUse
{
    /// <exception cref="CommandException">An end has nothing, or the command has no end; the message names the remedy.</exception>
    public static void Check(LinkPlan plan, string[]? command)
    {
        var fault = (plan.Listen, plan.To, command, plan.Mode) switch
        {
            (not null, not null, { } c, LinkMode.Packets) => $"COMMAND: '{c[0]}' has no end to run at: --listen takes the near one "
                + "and --to the far one; leave out one of them, or the command",
            (_, _, { } c, LinkMode.Relay) => $"COMMAND: '{c[0]}' has no end to run at: --mode relay has none; leave out the command, or "
                + "--mode relay",
            (_, _, null, _) when plan.Reach.Count > 0 => "--reach: no program is at the near end; add -- COMMAND, or --shell",
            (not null, null, null, _) => "--listen: nothing is at the far end; add --to HOST:PORT, -- COMMAND, or --shell",
            (null, not null, null, _) => "--to: nothing is at the near end; add --listen PORT, -- COMMAND, or --shell",
            (null, null, null, _) => "link: nothing is behind the link; add -- COMMAND, --shell, or --listen PORT and --to "
                + "HOST:PORT (see 'fathom link --help')",
            _ => null,
        };
        if (fault is not null)
        {
            throw CommandException.Usage(fault);
        }
    }
}
