using System.Net;

namespace Fathom.SubjectProtocol.Flags;

/// <summary>A flag that a subject declares, and how its value is read.</summary>
/// <param name="info">The declaration, as the manifest shows it.</param>
public abstract class SubjectFlag(FlagInfo info)
{
    /// <summary>The declaration, as the manifest shows it.</summary>
    public FlagInfo Info { get; } = info;

    /// <summary>Reads an accepted value.</summary>
    internal abstract object Read(string value);

    /// <summary>A flag without a value; false where it is absent.</summary>
    public static SubjectFlag<bool> Switch(string name, string text, string? role = null) =>
        new(new FlagInfo { Name = name, Text = text, Kind = FlagKind.Switch, Role = role }, false, _ => true);

    /// <summary>A whole number.</summary>
    public static SubjectFlag<int> Number(string name, string text, int least, int most, int otherwise, string valueName = "N") =>
        new(NumberInfo(name, text, least, most, valueName) with { Default = $"{otherwise}" }, otherwise, NumberOf(least, most));

    /// <summary>A whole number without a default.</summary>
    public static SubjectFlag<int?> OptionalNumber(string name, string text, int least, int most, string valueName = "N") =>
        new(NumberInfo(name, text, least, most, valueName), null, value => NumberOf(least, most)(value));

    /// <summary>A number of bytes without a default.</summary>
    public static SubjectFlag<int?> OptionalSize(string name, string text)
    {
        var info = new FlagInfo { Name = name, Text = text, Kind = FlagKind.Size, ValueName = "BYTES" };
        return new(info, null, value => info.TryReadSize(value, out var bytes) ? (int)bytes : null);
    }

    /// <summary>An IP address.</summary>
    public static SubjectFlag<IPAddress> Address(string name, string text, IPAddress otherwise) => new(
        new FlagInfo { Name = name, Text = text, Kind = FlagKind.Address, ValueName = "ADDRESS", Default = otherwise.ToString() },
        otherwise, IPAddress.Parse);

    /// <summary>Path of a file, without a default.</summary>
    public static SubjectFlag<string?> File(string name, string text) =>
        new(new FlagInfo { Name = name, Text = text, Kind = FlagKind.File, ValueName = "FILE" }, null, value => value);

    /// <summary>One of a few words.</summary>
    /// <param name="name">With its dashes.</param>
    /// <param name="text">One phrase about it.</param>
    /// <param name="otherwise">The word where the flag is absent.</param>
    /// <param name="choices">The words.</param>
    public static SubjectFlag<string> Word(string name, string text, string? otherwise, params IReadOnlyList<FlagChoice> choices) => new(
        new FlagInfo { Name = name, Text = text, Kind = FlagKind.Word, Choices = choices, Default = otherwise }, otherwise!, value =>
            value);

    /// <summary>One of a few words, with one that is meant where the flag is given alone.</summary>
    public static SubjectFlag<string> WordOrAlone(string name, string text, string otherwise, string alone,
        params IReadOnlyList<FlagChoice> choices) =>
        new(Word(name, text, otherwise, choices).Info with { Implied = alone }, otherwise, value => value);

    private static FlagInfo NumberInfo(string name, string text, int least, int most, string valueName) =>
        new() { Name = name, Text = text, Kind = FlagKind.Number, ValueName = valueName, Least = least, Most = most };

    private static Func<string, int> NumberOf(int least, int most) =>
        value => NumberInfo("", "", least, most, "").TryReadNumber(value, out var number) ? (int)number : throw new FormatException(value);
}

/// <summary>A flag whose value is a <typeparamref name="T"/>.</summary>
/// <param name="info">The declaration, as the manifest shows it.</param>
/// <param name="otherwise">The value where the flag is absent.</param>
/// <param name="read">Reads a value that <see cref="FlagInfo.FaultOf"/> accepts.</param>
public sealed class SubjectFlag<T>(FlagInfo info, T otherwise, Func<string, T> read) : SubjectFlag(info)
{
    /// <summary>The value where the flag is absent.</summary>
    public T Otherwise { get; } = otherwise;

    internal override object Read(string value) => read(value)!;
}
