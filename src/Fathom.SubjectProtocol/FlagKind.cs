using System.Text.Json.Serialization;

namespace Fathom.SubjectProtocol;

/// <summary>What the value of a flag is.</summary>
public enum FlagKind
{
    /// <summary>No value: the flag is present or absent.</summary>
    [JsonStringEnumMemberName("switch")]
    Switch,

    /// <summary>A whole number from <see cref="FlagInfo.Least"/> to <see cref="FlagInfo.Most"/>.</summary>
    [JsonStringEnumMemberName("number")]
    Number,

    /// <summary>Bytes, as a number or with k, M or G (1024-based), from <see cref="FlagInfo.Least"/> to
    /// <see cref="FlagInfo.Most"/>.</summary>
    [JsonStringEnumMemberName("size")]
    Size,

    /// <summary>One of <see cref="FlagInfo.Choices"/>.</summary>
    [JsonStringEnumMemberName("word")]
    Word,

    /// <summary>An IP address.</summary>
    [JsonStringEnumMemberName("address")]
    Address,

    /// <summary>Path of a file.</summary>
    [JsonStringEnumMemberName("file")]
    File,
}
