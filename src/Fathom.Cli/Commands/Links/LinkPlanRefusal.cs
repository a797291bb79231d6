using Fathom.Cli.Settings;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands.Links;

/// <summary>The message about a plan that the library found fault with.</summary>
internal static class LinkPlanRefusal
{
    /// <summary>With the faults as the library words them.</summary>
    public static CommandException Of(LinkPlanException fault) => Of(fault, _ => null);

    /// <summary>The library names flags; a value from the environment or the file is named by its place instead.</summary>
    /// <param name="fault">The faults.</param>
    /// <param name="settingOf">The setting of a flag, by its name without dashes; null where the flag is not set.</param>
    public static CommandException Of(LinkPlanException fault, Func<string, SettingValue?> settingOf) => CommandException.Usage(
        string.Join(Environment.NewLine, fault.Faults.Select(f =>
            f.StartsWith("--", StringComparison.Ordinal) && f.IndexOf(':', StringComparison.Ordinal) is > 2 and var colon
                && settingOf(f[2..colon]) is { } setting
                ? setting.Where + f[colon..]
                : f)));
}
