using Fathom.Cli.Settings;
using Fathom.Cli.Settings.Units;
using Fathom.Link.Impairments;
using Fathom.Link.Plans;
using Fathom.Link.Units;

namespace Fathom.Cli.Commands.Links;

/// <summary>Reads the flags of one direction of a link.</summary>
internal static class DirectionText
{
    /// <summary>The words of <c>--jitter-kind</c>.</summary>
    public static IReadOnlyList<string> JitterKinds { get; } = [.. Enum.GetNames<JitterKind>().Select(n => n.ToLowerInvariant())];

    /// <summary>What the flags say.</summary>
    /// <param name="reader">Collects what cannot be read.</param>
    /// <param name="settingOf">A setting of the direction by its name; null where it is not set.</param>
    /// <param name="folder">Relative paths start here.</param>
    public static DirectionSpec Read(LinkTextReader reader, Func<string, SettingValue?> settingOf, string folder)
    {
        TimeSpan? Time(string name) =>
            reader.Read<TimeSpan>(settingOf(name), DurationText.TryParse, default, DurationText.Accepted + ", at most 1h");
        double? Share(string name) => reader.Read<double>(settingOf(name), PercentageText.TryParse, default, PercentageText.Accepted);
        return new()
        {
            Delay = Time("delay"),
            Jitter = Time("jitter"),
            JitterKind = settingOf("jitter-kind") is { } kind ? Enum.Parse<JitterKind>(kind.Text, ignoreCase: true) : null,
            Reorder = settingOf("reorder") is { } reorder ? reorder.Text == "on" : null,
            Loss = reader.ReadObject(settingOf("loss"), LossText.TryParse, LossModel.None, LossText.Accepted),
            Duplicate = Share("duplicate"),
            Corrupt = Share("corrupt"),
            PathMtu = reader.Number(settingOf("path-mtu"), ushort.MaxValue, "a whole number from 576 to 65535"),
            Rate = reader.Read(settingOf("rate"), RateText.TryParse, new BitRate(1), RateText.Accepted),
            Trace = settingOf("trace") is { } path ? Path.Combine(folder, path.Text) : null,
            Queue = reader.ReadObject(settingOf("queue"), QueueText.TryParse, QueueLimit.Default, QueueText.Accepted),
            Break = reader.ReadObject(settingOf("break"), BreakText.TryParse, ConnectionBreak.None, BreakText.Accepted),
        };
    }
}
