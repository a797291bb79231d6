using System.Text.Json.Nodes;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;
using Shouldly;

namespace Fathom.TestKit.Plants;

/// <summary>The node and the sender of the study <c>mediator</c>, as two processes. A test or a stage owns them.</summary>
public sealed class MediatorPair : IAsyncDisposable
{
    private static readonly SubjectTimeouts Timeouts = new() { ToStart = TimeSpan.FromSeconds(60) };

    private readonly SubjectProcess _node;
    private readonly SubjectProcess _sender;

    private MediatorPair(bool tls)
    {
        _node = SubjectProcess.Start(SubjectManifest.Server, BuiltSubjects.Catalog.StartInfo("mediator",
            ["--port", "0", "--tls", tls ? "mutual" : "off", "--max-message", $"{4 << 20}", "--compression", "raw", "--nodes", "1",
                "--serves", "messages"]),
            Timeouts);
        _sender = SubjectProcess.Start(SubjectManifest.Client, BuiltSubjects.Catalog.StartInfo("mediator", ["--client"]), Timeouts);
    }

    /// <summary>Id of the sender's process.</summary>
    public int Sender => _sender.Id;

    /// <summary>Starts both.</summary>
    /// <param name="tls">Mutual TLS, with certificates made for this run.</param>
    /// <param name="workload">What is sent; receives the node's address and certificates.</param>
    public static async Task<MediatorPair> StartAsync(bool tls, JsonObject workload)
    {
        var pair = new MediatorPair(tls);
        var listening = await pair._node.ReadyAsync();
        await pair._sender.ReadyAsync();
        workload["target"] = listening.Address;
        workload["certificate"] = listening.Certificate;
        return pair;
    }

    /// <summary>Warms the sender up and runs a workload; what the sender reports. An error of a message fails the test.</summary>
    public async Task<ProcessFigures> RunAsync(JsonObject workload, TimeSpan within, CancellationToken cancellation = default)
    {
        await _sender.WarmAsync(workload, within, cancellation);
        await _node.BeginAsync(cancellation);
        var figures = await _sender.RunAsync(workload, within, cancellation);
        await _node.EndAsync(cancellation);
        figures.Errors.ShouldBeEmpty();
        return figures;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _sender.DisposeAsync();
        await _node.DisposeAsync();
    }

    /// <summary>Eight senders of pings with nothing in them, in rounds, as published.</summary>
    /// <param name="certificateUse"><c>once</c>, or <c>per-call</c>: the certificates are loaded for each message, as published.</param>
    /// <param name="locks"><c>global</c>: one at a time loads them, as published; or <c>none</c>.</param>
    /// <param name="seconds">How long.</param>
    public static JsonObject Pings(string certificateUse, string locks, double seconds) => new()
    {
        ["kind"] = "mediator",
        ["message"] = "ping",
        ["payload"] = "text",
        ["size"] = 0,
        ["compression"] = "raw",
        ["max_message"] = 4 << 20,
        ["certificate_use"] = certificateUse,
        ["lock"] = locks,
        ["channel"] = "pooled",
        ["callers"] = 8,
        ["warm_up_seconds"] = 0.1,
        ["seconds"] = seconds,
    };
}
