using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>A service that answers trials from a script, and keeps a list of them.</summary>
/// <param name="answer">What a trial shows.</param>
internal sealed class ScriptedService(Func<ServiceTrial, ServiceTrialResult> answer) : IServiceUnderTest
{
    private const double MinuteMs = 60_000;

    /// <summary>What is known of a server in Go whose processors are read.</summary>
    public static ServerFacts Go { get; } = new() { Concurrency = 16, RoundTripMs = 1, Library = "grpc-go", Processors = 4 };

    /// <summary>The trials so far.</summary>
    public List<ServiceTrial> Trials { get; } = [];

    public Task<ServiceTrialResult> RunAsync(ServiceTrial trial, CancellationToken cancellation)
    {
        Trials.Add(trial);
        cancellation.ThrowIfCancellationRequested();
        return Task.FromResult(answer(trial));
    }

    /// <summary>Examines a service with a minute for experiments.</summary>
    /// <param name="answer">What a trial shows.</param>
    /// <param name="server">What is known of it.</param>
    /// <param name="told">Called with what each experiment does.</param>
    public static async Task<ConcurrencyExamination> ExamineAsync(
        Func<ServiceTrial, ServiceTrialResult> answer, ServerFacts server, Action<string>? told = null)
    {
        var examination = new ConcurrencyExamination(new ScriptedService(answer), server);
        await examination.ExamineAsync(() => MinuteMs, told ?? (_ => { }), default);
        return examination;
    }

    /// <summary>A service whose calls take turns of 10 ms each. PING and a call of no method take 1 ms; the method computes
    /// nothing.</summary>
    /// <param name="trial">What is asked.</param>
    /// <param name="seesProcess">Whether its processor time is read.</param>
    public static ServiceTrialResult InTurns(ServiceTrial trial, bool seesProcess)
    {
        List<double> ends = [.. Enumerable.Range(1, trial.Calls).Select(i => trial.IsPing || trial.IsNoOp ? 1.0 : 1 + (10 * i))];
        return Result(trial, ends, seesProcess ? new ServerUse(0.1, 0, 0) : null);
    }

    /// <summary>What a trial shows whose calls end at these times.</summary>
    public static ServiceTrialResult Result(ServiceTrial trial, IReadOnlyList<double> ends, ServerUse? server) => new(
        ends[^1], [.. ends.Select((e, i) => e - (i < trial.AtOnce ? 0 : ends[i - trial.AtOnce]))], ends,
        trial.IsWatched ? new BesideTimes([1, 1, 1], [1, 1, 1], null) : BesideTimes.None)
    {
        Server = server,
    };
}
