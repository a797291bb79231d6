using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;
using Fathom.Statistics;

namespace Fathom.TestKit.Worlds;

/// <summary>A simulated client, path and server with what is behind it, in virtual time. What is wrong is known. The same seed gives the
/// same world, and the same trials the same times. Not thread-safe.</summary>
public sealed class World : IServiceUnderTest
{
    private const int MaxConcurrency = 32;

    // It is found at some time of its quota's period, its timer's and its collector's.
    private const double MaxBeginMs = 1_000;

    private const double CallEveryMs = 20;

    // Of a path of 400 Mbit/s.
    private const double BytesPerMs = 50_000;

    private readonly EventQueue _events = new();
    private readonly SimulatedService _service;

    /// <summary>Creates a world of random parameters.</summary>
    /// <param name="seed">The seed.</param>
    /// <param name="fault">What is wrong in it.</param>
    public World(long seed, FaultKind fault)
        : this(WorldRanges.Draw(fault, SeededRandom.For(seed, $"world: {fault}")), seed)
    {
    }

    /// <summary>Creates a world of given parameters.</summary>
    /// <param name="parameters">What it is made of.</param>
    /// <param name="seed">Seed of its noise.</param>
    public World(WorldParameters parameters, long seed)
    {
        var random = SeededRandom.For(seed, "noise of a world");
        Parameters = parameters;
        _service = new SimulatedService(_events, parameters, random);
        _events.RunTo(random.NextDouble() * MaxBeginMs);
    }

    /// <summary>What it is made of.</summary>
    public WorldParameters Parameters { get; }

    /// <summary>The time, ms.</summary>
    public double NowMs => _events.NowMs;

    /// <summary>Calls that have failed.</summary>
    public int FailedCalls => _service.FailedCalls;

    /// <summary>What an examination knows of it before it makes calls at once.</summary>
    public ServerFacts Facts => new()
    {
        Concurrency = MaxConcurrency,
        RoundTripMs = Parameters.RoundTripMs,
        Library = Parameters.Stack switch
        {
            ServerStack.DotNet => "Grpc.AspNetCore",
            ServerStack.Node => "grpc-js",
            ServerStack.Go => "grpc-go",
            _ => "gRPC C core",
        },
        Proxy = Parameters.IsProxyNamed ? "proxy" : null,
        CallBytes = (Parameters.RequestMs + Parameters.ReplyMs) * BytesPerMs,
        SpeaksOwnHttp2 = !Parameters.HasProxy,
        StreamLimit = Parameters.StreamLimit,
        Processors = Parameters.SeesProcess ? Parameters.Processors : null,
        OthersBefore = Parameters.SeesProcess ? Math.Min(1, (double)Parameters.Neighbours / Parameters.Processors) : null,
        // Where its process is found behind a proxy, so is its address.
        AnswersDirectly = Parameters is { SeesProcess: true, HasProxy: true },
        HasSeveralProcesses = Parameters is { SeesProcess: true, Servers: > 1 },
    };

    /// <inheritdoc/>
    public Task<ServiceTrialResult> RunAsync(ServiceTrial trial, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        _events.RunTo(NowMs + (trial.Pause?.TotalMilliseconds ?? 0));
        var before = trial.AfterMs > 0 && Parameters.SeesProcess ? new SimulatedUse(_service) : null;
        _events.RunTo(NowMs + trial.AfterMs);
        var used = before?.End();

        if (!trial.IsPing)
        {
            return Task.FromResult(new SimulatedTrial(_events, _service, trial).Run(
                trial.BesideBeforeMs(Parameters.RoundTripMs), ServiceTrial.BesideAfterMs(Parameters.RoundTripMs),
                Parameters.SeesProcess) with
            {
                Before = used, BeforeMs = trial.AfterMs,
            });
        }

        var (began, isBack) = (NowMs, false);
        _events.Start(_service.Ping(), () => isBack = true);
        _events.RunUntil(() => isBack);
        return Task.FromResult(new ServiceTrialResult(NowMs - began, [], [], BesideTimes.None));
    }

    /// <summary>Sends PING again and again, each when the one before is back, for a time. Where a proxy would answer PING, it is a no-op
    /// call.</summary>
    /// <param name="everyMs">The least time between two.</param>
    /// <param name="lengthMs">For how long.</param>
    /// <param name="isLoaded">Whether the method is called meanwhile, one call at a time.</param>
    /// <returns>When each was sent and how long it took, and how long each call took, ms.</returns>
    public (IReadOnlyList<(double SentMs, double TookMs)> Pings, IReadOnlyList<double> CallMs) WatchPings(
        double everyMs, double lengthMs, bool isLoaded)
    {
        var (pings, calls) = (new List<(double, double)>(), new List<double>());
        var (untilMs, open) = (NowMs + lengthMs, 0);
        Repeat(everyMs, Parameters.HasProxy ? () => _service.Call(SimulatedService.OtherConnection, isNoOp: true) : _service.Ping,
            (sent, took) => pings.Add((sent, took)));
        if (isLoaded)
        {
            Repeat(CallEveryMs, () => _service.Call(0, isNoOp: false), (_, took) => calls.Add(took));
        }

        _events.RunTo(untilMs);
        _events.RunUntil(() => open == 0);
        return (pings, calls);

        void Repeat(double every, Func<IEnumerable<Wait>> process, Action<double, double> ended)
        {
            if (NowMs >= untilMs)
            {
                return;
            }

            var began = NowMs;
            open++;
            _events.Start(process(), () =>
            {
                ended(began, NowMs - began);
                open--;
                _events.At(began + every, () => Repeat(every, process, ended));
            });
        }
    }
}
