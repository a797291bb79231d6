using System.Text.Json.Serialization.Metadata;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Tree.Tracing;

namespace Fathom.Subjects.Users;

/// <summary>Two kinds of users of the REST APIs, each of whom waits for the reply, pauses, and sends the next request.</summary>
internal sealed class UsersWorkload(UsersSpec spec) : IWorkload<UsersWorkload, UsersSpec>
{
    private LocustRun? _locust;

    public static string Name => "users";

    public static string Text => "Readers and administrators in a closed loop with pauses, by Locust or by a driver of its own.";

    public static JsonTypeInfo<UsersSpec> SpecType => UsersSpecContext.Default.UsersSpec;

    public static UsersWorkload Create(UsersSpec spec) => spec.Driver is "any" or "locust" or "built-in" ? new(spec)
        : throw new FormatException($"driver '{spec.Driver}' cannot be used; accepted: any, locust, built-in");

    // One after another: it leaves the thread pools of the tree as they are. Locust loads meanwhile.
    public async Task WarmUpAsync()
    {
        StartLocust();
        using var http = new HttpClient();
        try
        {
            for (var i = 0; i < spec.WarmUpRequests; i++)
            {
                using var read = await http.SendAsync(BuiltInUser.RequestOf(spec, isAdministrator: false, record: 1 + i, trace: null));
                using var edit = await http.SendAsync(BuiltInUser.RequestOf(spec, isAdministrator: true, record: 1 + i, trace: null));
            }
        }
        catch (HttpRequestException e)
        {
            throw new FormatException($"a request of the warm-up had no answer: {e.Message} Are both APIs up?");
        }
    }

    public async Task<ProcessFigures> RunAsync()
    {
        StartLocust();
        using var locust = Interlocked.Exchange(ref _locust, null);
        var meter = new ProcessMeter();
        meter.Begin();
        var requests = locust is null ? await BuiltInUser.RunAllAsync(spec) : await locust.RunAsync();
        var values = meter.End();
        if (locust is null && spec.Log is { } log)
        {
            RequestLog.Write(log, requests);
        }

        values[ReportedValues.ByLocust] = locust is null ? 0 : 1;
        values[ReportedValues.Calls] = requests.Count;
        values[ReportedValues.WallTime] = requests.Count == 0 ? 0
            : (requests.Max(r => r.StartUs + r.ResponseUs) - requests.Min(r => r.StartUs)) / 1000;
        AddHalf(values, ReportedValues.FirstHalfP95, requests.Where(r => r.Index < spec.RequestsPerUser / 2));
        AddHalf(values, ReportedValues.SecondHalfP95, requests.Where(r => r.Index >= spec.RequestsPerUser / 2));
        return new ProcessFigures
        {
            Values = values,
            Errors = requests.Where(r => r.Error.Length > 0).GroupBy(r => r.Error).ToDictionary(g => g.Key, g => g.Count()),
            Latency = LatencyOf(requests),
        };
    }

    // Ends a Locust that was never told to begin.
    public ValueTask ReleaseAsync()
    {
        _locust?.Dispose();
        _locust = null;
        return ValueTask.CompletedTask;
    }

    private void StartLocust()
    {
        if (_locust is not null || spec.Driver == "built-in")
        {
            return;
        }

        _locust = LocustProgram.Find()?.Start(spec);
        if (_locust is null && spec.Driver == "locust")
        {
            throw new FormatException(
                "driver 'locust' cannot be used: there is no locust on PATH. Install it (Debian: python3-locust; elsewhere: pip install "
                    + "locust), or use driver 'built-in'.");
        }
    }

    private static IReadOnlyList<(double UpTo, long Count)> LatencyOf(IReadOnlyList<LoggedRequest> requests) =>
        [.. requests.GroupBy(r => Math.Round(r.ResponseUs)).OrderBy(g => g.Key).Select(g => (g.Key, (long)g.Count()))];

    private static void AddHalf(Dictionary<string, double> values, ReportedValue value, IEnumerable<LoggedRequest> requests)
    {
        var times = requests.Select(r => r.ResponseUs).Order().ToList();
        if (times.Count > 0)
        {
            values[value] = times[(int)Math.Ceiling(0.95 * times.Count) - 1] / 1000;
        }
    }
}
