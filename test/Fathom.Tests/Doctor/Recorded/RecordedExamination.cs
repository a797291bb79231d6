using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Fathom.Diagnosis.Experiments;
using Fathom.Records;
using Fathom.TestKit;

namespace Fathom.Tests.Doctor.Recorded;

/// <summary>What was measured in one examination of a plant: <c>PLANT.json</c> beside this file. It has quantities and times, and nothing
/// that was concluded from them.</summary>
/// <param name="Plant">Name of the plant.</param>
internal sealed record RecordedExamination(string Plant)
{
    private const string Folder = "test/Fathom.Tests/Doctor/Recorded";

    private static readonly JsonSerializerOptions Form = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Names of the plants that were recorded.</summary>
    public static IReadOnlyList<string> All { get; } =
        [.. Directory.GetFiles(Repository.PathOf(Folder), "*.json").Select(f => Path.GetFileNameWithoutExtension(f)).Order()];

    /// <summary>Of a program, its runs.</summary>
    public RecordedProgram? Program { get; init; }

    /// <summary>Of a process, what was seen of it.</summary>
    public RecordedWatch? Process { get; init; }

    /// <summary>Of a service, what its probes observed.</summary>
    public RecordedService? Service { get; init; }

    /// <summary>Reads one.</summary>
    public static RecordedExamination Read(string plant) =>
        JsonSerializer.Deserialize<RecordedExamination>(File.ReadAllBytes(FileOf(plant)), Form)!;

    /// <summary>Replaces the file.</summary>
    public void Write() => File.WriteAllBytes(FileOf(Plant), JsonLayout.Indent(JsonSerializer.SerializeToUtf8Bytes(this, Form), levels: 3));

    /// <summary>A part of an examination as JSON, without what is as usual.</summary>
    public static JsonObject Json<T>(T value) => JsonSerializer.SerializeToNode(value, Form)!.AsObject();

    private static string FileOf(string plant) => Repository.PathOf(Path.Combine(Folder, $"{plant}.json"));
}

/// <summary>The runs of a program, in their order.</summary>
/// <param name="Words">Its command, without folders.</param>
/// <param name="Budget">Time for all runs, seconds; 0 for the default.</param>
internal sealed record RecordedProgram(IReadOnlyList<string> Words, double Budget)
{
    /// <summary>The runs.</summary>
    public IReadOnlyList<RecordedRun> Runs { get; init; } = [];

    /// <summary>The round trip to what it called, where it was measured.</summary>
    public RecordedWatch? Path { get; init; }
}

/// <summary>One run. Times in ms.</summary>
/// <param name="Change">What was changed around it, as users write it; empty for nothing.</param>
/// <param name="Took">Time until the next one began.</param>
internal sealed record RecordedRun(string Change, double Took)
{
    /// <summary>Whether it was watched.</summary>
    public bool Watched { get; init; }

    /// <summary>From start to end; 0 where it did not end in time.</summary>
    public double Wall { get; init; }

    /// <summary>Processor time.</summary>
    public double? Processor { get; init; }

    /// <summary>Its exit code.</summary>
    public int ExitCode { get; init; }

    /// <summary>Whether the program did not get the variable.</summary>
    public bool IsOutOfForce { get; init; }

    /// <summary>The end of what it wrote, where it failed.</summary>
    public string? Wrote { get; init; }

    /// <summary>Why this machine could not make the change.</summary>
    public string? NotMade { get; init; }

    /// <summary>What was seen of it.</summary>
    public RecordedWatch? Seen { get; init; }
}

/// <summary>What probes of a service observed, and the trials that were made then. Times in ms.</summary>
/// <param name="Method">The path of its method.</param>
/// <param name="ProbedFor">Time that the probes took.</param>
/// <param name="Seen">What they observed.</param>
internal sealed record RecordedService(string Method, double ProbedFor, RecordedWatch Seen)
{
    /// <summary>Share of the time in which PING waited beside one call at a time, in parts; null where that was not watched.</summary>
    public IReadOnlyList<double>? PingStops { get; init; }

    /// <summary>Processors of the server's process; null where it was not read.</summary>
    public double? Processors { get; init; }

    /// <summary>Share of these that other programs used before; null where it was not read.</summary>
    public double? OthersBefore { get; init; }

    /// <summary>Whether it answered past the proxy before it.</summary>
    public bool AnswersDirectly { get; init; }

    /// <summary>The trials, in their order.</summary>
    public IReadOnlyList<RecordedTrial> Trials { get; init; } = [];
}

/// <summary>One trial. Times in ms.</summary>
/// <param name="Trial">What it was: what differs from one call.</param>
/// <param name="Total">From the first call's start to the last one's end.</param>
/// <param name="Calls">Of each call, in the order of their ends.</param>
internal sealed record RecordedTrial(JsonObject Trial, double Total, IReadOnlyList<double> Calls)
{
    /// <summary>When each of several calls at once ended, from the first one's start; null of others.</summary>
    public IReadOnlyList<double>? Ends { get; init; }

    /// <summary>When it began, on a clock of the examination.</summary>
    public double Began { get; init; }

    /// <summary>What the server's process did meanwhile; null where it was not read.</summary>
    public ServerUse? Server { get; init; }

    /// <summary>The same in the pause before; null where there was none.</summary>
    public ServerUse? Before { get; init; }

    /// <summary>How long that was.</summary>
    public double BeforeMs { get; init; }

    /// <summary>PING on another connection meanwhile.</summary>
    public IReadOnlyList<double>? Pings { get; init; }

    /// <summary>No-op calls on another connection meanwhile.</summary>
    public IReadOnlyList<double>? NoOps { get; init; }

    /// <summary>The longest time to connect TCP meanwhile.</summary>
    public double? Tcp { get; init; }
}
