using System.Globalization;
using System.Net;
using System.Text.Json.Serialization;

namespace Fathom.SubjectProtocol;

/// <summary>A flag of a subject's command line. <c>fathom serve</c>, the subject's parser and the manifest use the same
/// declaration.</summary>
public sealed record FlagInfo
{
    /// <summary>With its dashes.</summary>
    public required string Name { get; init; }

    /// <summary>One phrase about it.</summary>
    public required string Text { get; init; }

    /// <summary>What its value is.</summary>
    public required FlagKind Kind { get; init; }

    /// <summary>Stands for the value in help, such as <c>BYTES</c>; null for a switch and for a choice of words.</summary>
    public string? ValueName { get; init; }

    /// <summary>The value where the flag is absent, as text; null where there is none.</summary>
    public string? Default { get; init; }

    /// <summary>The value where the flag is given alone; null where a value must follow.</summary>
    public string? Implied { get; init; }

    /// <summary>Least number or size.</summary>
    public long Least { get; init; }

    /// <summary>Greatest number or size.</summary>
    public long Most { get; set; } = int.MaxValue;

    /// <summary>The accepted words.</summary>
    public IReadOnlyList<FlagChoice> Choices { get; init => field = value ?? []; } = [];

    /// <summary>The role that has the flag; null where all roles of the subject have it.</summary>
    public string? Role { get; init; }

    /// <summary>The accepted values, for messages.</summary>
    [JsonIgnore]
    public string Accepted => Kind switch
    {
        FlagKind.Switch => "no value",
        FlagKind.Number => string.Create(CultureInfo.InvariantCulture, $"{Least} to {Most}"),
        FlagKind.Size => string.Create(CultureInfo.InvariantCulture, $"bytes up to {Most}, as a number or with k, M or G"),
        FlagKind.Word => string.Join(", ", Choices.Select(c => c.Value)),
        FlagKind.Address => "an IP address",
        _ => "the path of a file",
    };

    /// <summary>The flag with its value, for help: <c>--port N</c>.</summary>
    [JsonIgnore]
    public string Usage => Kind == FlagKind.Switch ? Name : $"{Name} {ValueName ?? string.Join('|', Choices.Select(c => c.Value))}";

    /// <summary>What is wrong with a value, as in <c>'70000' cannot be used; accepted: 0 to 65535</c>; null where nothing is.</summary>
    public string? FaultOf(string value) =>
        Kind switch
        {
            FlagKind.Switch => true,
            FlagKind.Number => TryReadNumber(value, out _),
            FlagKind.Size => TryReadSize(value, out _),
            FlagKind.Word => Choices.Any(c => c.Value == value),
            FlagKind.Address => IPAddress.TryParse(value, out _),
            _ => value.Length > 0,
        }
        ? null : $"'{value}' cannot be used; accepted: {Accepted}";

    internal bool TryReadNumber(string value, out long number) =>
        long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out number) && number >= Least && number <= Most;

    internal bool TryReadSize(string value, out long bytes)
    {
        var factor = value.AsEnumerable().LastOrDefault() switch
        {
            'k' => 1L << 10,
            'M' => 1L << 20,
            'G' => 1L << 30,
            _ => 1L,
        };
        var isNumber = int.TryParse(factor == 1 ? value : value[..^1], NumberStyles.None, CultureInfo.InvariantCulture, out var number);
        bytes = number * factor;
        return isNumber && bytes >= Least && bytes <= Most;
    }
}
