namespace Fathom.Records.Doctors;

/// <summary>What <c>fathom doctor</c> found of one program, process or service: the content of <c>OUT/doctor.json</c>, schema
/// <c>fathom.doctor/1</c>. Terminal output and page are views of it.</summary>
public sealed record DoctorRecord
{
    /// <summary>The schema that this build writes.</summary>
    public const string CurrentSchema = "fathom.doctor/1";

    /// <summary>Always <see cref="CurrentSchema"/>.</summary>
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>What was examined.</summary>
    public required DoctorTarget Target { get; init; }

    /// <summary>Start, UTC.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>Duration of everything, in seconds.</summary>
    public required double ElapsedSeconds { get; init; }

    /// <summary>Whether it was interrupted. The record then contains only what was seen before.</summary>
    public bool Partial { get; init; }

    /// <summary>Seed of the order of runs and of resampling.</summary>
    public required int Seed { get; init; }

    /// <summary>The verdict in one or two sentences.</summary>
    public required string Verdict { get; init; }

    /// <summary>The machine, without anything that identifies it or its user.</summary>
    public required MachineInfo Machine { get; init; }

    /// <summary>Where the time goes, as sentences.</summary>
    public required IReadOnlyList<string> Time { get; init; }

    /// <summary>The causes, best first: proven ones before hints, by the share of time that they cost.</summary>
    public required IReadOnlyList<DoctorCause> Causes { get; init; }

    /// <summary>What was ruled out, and by which observation.</summary>
    public required IReadOnlyList<RuledOutCause> RuledOut { get; init; }

    /// <summary>Of a service whose calls at once wait for each other, what they may wait for; empty for others, and in records of earlier
    /// versions.</summary>
    public IReadOnlyList<DoctorRival> Rivals { get; init => field = value ?? []; } = [];

    /// <summary>What could not be looked at, and why: sentences.</summary>
    public required IReadOnlyList<string> NotSeen { get; init; }

    /// <summary>What was observed of the unchanged program.</summary>
    public required IReadOnlyList<ObservedValue> Observations { get; init; }

    /// <summary>Of a service, where the time of one call goes: parts that add up to it; empty for others.</summary>
    public IReadOnlyList<TimePart> Waterfall { get; init => field = value ?? []; } = [];

    /// <summary>What decides how fast a program is; null for what was not run, and in records of earlier versions.</summary>
    public DoctorMetric? Metric { get; init; }

    /// <summary>Of a service, what it took as it is: a later examination is compared with it. Empty for others, and in records of earlier
    /// versions.</summary>
    public IReadOnlyList<DoctorTimes> Times { get; init => field = value ?? []; } = [];

    /// <summary>What was seen over time: of a process its processors, threads, queue and pauses, of a service how calls at once end.
    /// Empty in records of earlier versions.</summary>
    public IReadOnlyList<DoctorSeries> Series { get; init => field = value ?? []; } = [];

    /// <summary>Of a service, how long calls at once took together, by their number, ascending. Empty for others, and in records of earlier
    /// versions.</summary>
    public IReadOnlyList<DoctorAtOnce> AtOnce { get; init => field = value ?? []; } = [];

    /// <summary>The runs that were compared, in their order; empty for a running process.</summary>
    public IReadOnlyList<DoctorRun> Runs { get; init => field = value ?? []; } = [];

    /// <summary>What the changes that proved causes save at once; null where fewer than two were proven by changes that can be made at
    /// once, or the time was used up.</summary>
    public DoctorTogether? Together { get; init; }

    /// <summary>What became of an earlier record of the same program or process; null where none was given.</summary>
    public DoctorChange? Against { get; init; }
}

/// <summary>What was examined.</summary>
/// <param name="Kind"><c>program</c>, which was run again, <c>process</c>, which was running, or <c>service</c>, which was called.</param>
/// <param name="Name">Its name without folders and arguments; of a service the method, without its address.</param>
public sealed record DoctorTarget(string Kind, string Name);

/// <summary>A part of a call's time.</summary>
/// <param name="Part">What it is.</param>
/// <param name="Ms">Its time, from 0, ms.</param>
public sealed record TimePart(string Part, double Ms);

/// <summary>What decides how fast a program is.</summary>
/// <param name="Text">What it is, in a few words.</param>
/// <param name="Unit">Unit of the runs' values: <c>ms</c>, or empty for a number that the program prints.</param>
/// <param name="Pattern">The pattern that finds the number in the program's output; null for the time from start to end.</param>
/// <param name="LargerIsBetter">Whether a larger number is better; runs then have its inverse.</param>
public sealed record DoctorMetric(string Text, string Unit, string? Pattern, bool LargerIsBetter);

/// <summary>What a service took as it is, a value for each time that it was measured.</summary>
/// <param name="Text">What was timed, in a few words: <c>time of 32 calls at once</c>.</param>
/// <param name="Unit">Its unit.</param>
/// <param name="Values">The values, in their order.</param>
public sealed record DoctorTimes(string Text, string Unit, IReadOnlyList<double> Values);

/// <summary>How long so many calls at once took together, with nothing changed.</summary>
/// <param name="Calls">Calls, at least 1.</param>
/// <param name="Ms">From the first one's start to the last one's end, each time that they were made, at least once, ms.</param>
public sealed record DoctorAtOnce(int Calls, IReadOnlyList<double> Ms);

/// <summary>A cause that was ruled out.</summary>
/// <param name="Id">Id of the cause.</param>
/// <param name="By">The observation.</param>
public sealed record RuledOutCause(string Id, string By);

/// <summary>An observation, as records have it.</summary>
/// <param name="Id">Id of the quantity.</param>
/// <param name="Text">What it is.</param>
/// <param name="Value">The value and its unit, readable.</param>
/// <param name="Probe">What saw it.</param>
public sealed record ObservedValue(string Id, string Text, string Value, string Probe);
