using Fathom.Cli.Settings;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands.Links;

/// <summary>The message about a plan that the library found fault with.</summary>
internal static class LinkPlanRefusal
{
    /// <summary>Makes the plan of a link.</summary>
    /// <param name="spec">What the flags say.</param>
    /// <param name="reader">What of them could not be read.</param>
    /// <param name="settingOf">The setting of a flag, by its name without dashes; null where the flag is not set.</param>
    /// <exception cref="CommandException">Values are not accepted; the message names each with its place.</exception>
    public static LinkPlan Plan(LinkSpec spec, LinkTextReader reader, Func<string, SettingValue?> settingOf)
    {
        IReadOnlyList<LinkFault> others = [];
        try
        {
            var plan = LinkPlan.Create(spec);
            if (reader.Faults.Count == 0)
            {
                return plan;
            }
        }
        catch (LinkPlanException e)
        {
            others = e.Faults;
        }

        throw Of(new LinkPlanException([.. reader.Faults, .. others]), settingOf);
    }

    /// <summary>With the faults as the library words them.</summary>
    public static CommandException Of(LinkPlanException fault) => Of(fault, _ => null);

    /// <summary>The library names flags, and formats values: a setting is named by its place, and shown as it was written.</summary>
    /// <param name="fault">The faults.</param>
    /// <param name="settingOf">The setting of a flag, by its name without dashes; null where the flag is not set.</param>
    public static CommandException Of(LinkPlanException fault, Func<string, SettingValue?> settingOf) =>
        CommandException.Usage(string.Join(Environment.NewLine, fault.Faults.Select(f => AsWritten(f, settingOf))));

    private static LinkFault AsWritten(LinkFault fault, Func<string, SettingValue?> settingOf) =>
        settingOf(fault.Flag.TrimStart('-')) is { } setting ? fault with { Flag = setting.Where, Found = setting.Text } : fault;
}
