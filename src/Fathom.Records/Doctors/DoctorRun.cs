using System.Text.Json.Serialization;

namespace Fathom.Records.Doctors;

/// <summary>One run that was compared, or one trial of calls.</summary>
/// <param name="Block">The round, from 1. In a round the program runs once unchanged and once with each change.</param>
/// <param name="Change">The change, <c>VARIABLE=VALUE</c>; empty for none.</param>
/// <param name="Value">What was compared.</param>
/// <param name="ExitCode">Exit code of the program; null for a service, and where it was given up.</param>
public sealed record DoctorRun(int Block, string Change, double Value, int? ExitCode)
{
    /// <summary>Whether it did not end, and was given up: what was compared is at least <see cref="Value"/>.</summary>
    public bool IsGivenUp { get; init; }

    /// <summary>Whether it is compared: a program that fails early is not fast.</summary>
    [JsonIgnore]
    public bool IsCompared => ExitCode is null or 0;
}
