using System.Text.Json.Serialization;

namespace Fathom.Records.Loads;

/// <summary>
/// The measurements of one run of load: the content of <c>OUT/load.json</c>, schema <c>fathom.load/1</c>. Of one family with the run
/// record: the same machine, times and units. A schema of its own, since a run of load has no factors, trials or findings, and has
/// histograms that add up exactly over machines.
/// </summary>
public sealed record LoadRecord
{
    /// <summary>The schema that this build writes.</summary>
    public const string CurrentSchema = "fathom.load/1";

    /// <summary>Always <see cref="CurrentSchema"/>.</summary>
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>Start of the run, UTC.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>When the calls began, by this machine's clock, in milliseconds since 1970 (UTC); null in records of earlier versions.
    /// Parts of a plan are aligned by it.</summary>
    public long? BeganUnixMs { get; init; }

    /// <summary>Duration of the run, in seconds.</summary>
    public required double ElapsedSeconds { get; init; }

    /// <summary>Duration of the run after its warm-up, in seconds: what rates are divided by. Null in records of earlier versions, whose
    /// plans have neither deadline, warm-up nor requests.</summary>
    public double? CountedSeconds { get; init; }

    /// <summary>Whether the run was interrupted. The record then contains what was measured before.</summary>
    public bool Partial { get; init; }

    /// <summary>What ended the run early; null where it came to its end, and in records of earlier versions.</summary>
    public string? EndedBy { get; init; }

    /// <summary>Whether the figures are the server's: the generator was not the bottleneck.</summary>
    public required bool Valid { get; init; }

    /// <summary>The arguments of <c>fathom</c> that repeat this run, without secrets.</summary>
    public required IReadOnlyList<string> Command { get; init; }

    /// <summary>The machine of the generator, without anything that identifies it or its user.</summary>
    public required MachineInfo Machine { get; init; }

    /// <summary>What the run did.</summary>
    public required LoadPlanInfo Plan { get; init; }

    /// <summary>Calls, without those of the warm-up.</summary>
    public required long Calls { get; init; }

    /// <summary>Calls of the warm-up, which are in no other figure.</summary>
    public required long WarmUpCalls { get; init; }

    /// <summary>The number of calls by gRPC status, <c>OK</c> among them.</summary>
    public required IReadOnlyDictionary<string, long> Outcomes { get; init; }

    /// <summary>For each status other than OK the explanation of its first call, where there is one.</summary>
    public required IReadOnlyDictionary<string, string> Explanations { get; init; }

    /// <summary>The calls of each method of a mix; null for one method.</summary>
    public IReadOnlyList<LoadMethodInfo>? Methods { get; init; }

    /// <summary>Figures of the run with their units, by name: <c>rate</c>, <c>latency_p99</c>, <c>lag_p99</c> ...</summary>
    public required IReadOnlyDictionary<string, LoadFigureValue> Figures { get; init; }

    /// <summary>The figures of each second.</summary>
    public required IReadOnlyList<LoadSecond> Seconds { get; init; }

    /// <summary>Latencies in nanoseconds, as a histogram in HdrHistogram's compressed V2 format, base64.</summary>
    public required string LatencyHistogram { get; init; }

    /// <summary>How late calls were sent, in the same form; null for a closed loop.</summary>
    public string? LagHistogram { get; init; }

    /// <summary>Durations of failed calls, in the same form; null where none failed.</summary>
    public string? FailureHistogram { get; init; }

    /// <summary>Times from the start of streams to their first message, in the same form; null where the server does not
    /// stream.</summary>
    public string? FirstMessageHistogram { get; init; }

    /// <summary>Times from request messages to the replies that answer them, in the same form; null where not both sides
    /// stream.</summary>
    public string? AnswerHistogram { get; init; }

    /// <summary>Times between the messages of streams, in the same form; null where the server does not stream.</summary>
    public string? MessageGapHistogram { get; init; }

    /// <summary>Points of the distribution of latencies for pictures: shares of calls, and the latency that they do not exceed.</summary>
    public required IReadOnlyList<LoadQuantile> Quantiles { get; init; }

    /// <summary>What makes the run worth less.</summary>
    public required IReadOnlyList<LoadVerdict> Verdicts { get; init; }

    /// <summary>The thresholds and whether they held.</summary>
    public required IReadOnlyList<LoadThresholdInfo> Thresholds { get; init; }

    /// <summary>The number of failed calls: neither OK nor of an accepted status.</summary>
    [JsonIgnore]
    public long Failed => Calls - Outcomes.Where(o => IsSuccess(o.Key)).Sum(o => o.Value);

    /// <summary>Whether calls with a status succeeded.</summary>
    /// <param name="status">A key of <see cref="Outcomes"/>.</param>
    public bool IsSuccess(string status) => status == "OK" || Plan.AcceptedStatuses?.Contains(status) == true;
}
