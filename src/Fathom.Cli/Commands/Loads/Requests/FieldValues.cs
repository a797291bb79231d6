using Fathom.Load.Grpc.Requests;
using Fathom.Schema.Data;

namespace Fathom.Cli.Commands.Loads.Requests;

/// <summary>Values of metadata that are another for each call.</summary>
internal sealed class FieldValues(TextTemplate value) : IRequestSource
{
    /// <summary>The fields of a server's flags.</summary>
    public static IReadOnlyList<CallField> Of(IReadOnlyList<(string Name, TextTemplate Value)> varying) =>
        [.. varying.Select(v => new CallField(v.Name, new FieldValues(v.Value)))];

    public IRequestMessages Open() => new Values(value.Open());

    private sealed class Values(RequestSource source) : IRequestMessages
    {
        public int CountOf(long call) => 1;

        public ReadOnlyMemory<byte> Get(long call, int index) => source.Get(call);

        public void Dispose() => source.Dispose();
    }
}
