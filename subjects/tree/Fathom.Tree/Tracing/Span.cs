using System.Globalization;

namespace Fathom.Tree.Tracing;

/// <summary>What a span is.</summary>
public enum SpanKind
{
    /// <summary>A request in its server, from ASP.NET Core's start to its end.</summary>
    Server,

    /// <summary>A call as its caller sees it, from the request to the reply.</summary>
    Call,

    /// <summary>A wait for a connection: of its setup, where there is none.</summary>
    Connect,

    /// <summary>A time in which a work item of the process waited for a thread of its pool; belongs to no request.</summary>
    Queue,
}

/// <summary>A time in one process, as a line of the span file.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Trace">Id of the trace; empty for <see cref="SpanKind.Queue"/>.</param>
/// <param name="Id">Id of the span.</param>
/// <param name="Parent">Id of its parent.</param>
/// <param name="StartUs">Its start: microseconds since 1970, UTC.</param>
/// <param name="DurationUs">Its duration in microseconds.</param>
/// <param name="Peer">Of a <see cref="SpanKind.Call"/> the process that is called; else empty.</param>
public readonly record struct Span(
    SpanKind Kind, string Trace, string Id, string Parent, double StartUs, double DurationUs, string Peer = "")
{
    /// <summary>Its end.</summary>
    public double EndUs => StartUs + DurationUs;

    /// <summary>Reads a line.</summary>
    /// <exception cref="FormatException">It is none.</exception>
    public static Span Parse(string line) => line.Split(',') is [var kind, var trace, var id, var parent, var start, var duration, var peer]
            && Enum.TryParse<SpanKind>(kind, out var read) && Number(start) is { } from && Number(duration) is { } length
        ? new(read, trace, id, parent, from, length, peer)
        : throw new FormatException(
            $"'{line}' is no span; accepted: kind,trace,span,parent,start,duration,peer with times in microseconds");

    /// <summary>The line.</summary>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{Kind},{Trace},{Id},{Parent},{StartUs:0.0},{DurationUs:0.0},{Peer}");

    private static double? Number(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) && double.IsFinite(value) ? value : null;
}
