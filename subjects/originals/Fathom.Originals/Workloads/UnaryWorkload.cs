using Fathom.Originals.Calls;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;

namespace Fathom.Originals.Workloads;

/// <summary>Unary calls, and what they cost: one cell of the published table.</summary>
internal sealed class UnaryWorkload : IWorkload
{
    private readonly IOriginalClient _client;
    private readonly UnarySpec _spec;
    private readonly bool _isReused;

    /// <exception cref="FormatException">A member of the specification cannot be used.</exception>
    public UnaryWorkload(IOriginalClient client, UnarySpec spec)
    {
        (_client, _spec) = (client, spec);
        spec.RefuseUnknownWords();
        _isReused = spec.IsReused();
        client.Prepare(spec);
    }

    public async Task WarmUpAsync()
    {
        _spec.ApplyMinThreads();

        // Ended and waited for in any case: Grpc.Core's channels share a connection, and the first of the run must open its own.
        var channels = new EchoChannels(_client, _spec with { Disposal = ChannelEnd.Wait }, _isReused);
        await CallLoops.RunAsync(channels, _spec, _spec.WarmUpCalls, _spec.WarmUpCallers, CallLoops.NewLog());
        await channels.EndAsync();
    }

    public async Task<ProcessFigures> RunAsync()
    {
        var channels = new EchoChannels(_client, _spec, _isReused);
        using var meter = new RunMeter(_client);
        await CallLoops.RunAsync(channels, _spec, _spec.Calls, _spec.Callers, meter.Log);
        var figures = meter.End(_spec.Calls, new Dictionary<string, double>());
        await channels.EndAsync();
        return figures;
    }
}
