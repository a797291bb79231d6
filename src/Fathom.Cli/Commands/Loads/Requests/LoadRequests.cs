using Fathom.Load.Grpc.Requests;
using Fathom.Schema.Data;
using Fathom.Schema.Faults;

namespace Fathom.Cli.Commands.Loads.Requests;

/// <summary>
/// The requests of <c>--data</c>, by the number of the call in the whole plan: call n sends message n modulo their number, and a call that
/// streams sends all of them. Parts of a plan (<c>--shard</c>) and workers so have parts of the same data, whatever their order.
/// </summary>
/// <param name="data">The messages; null for streams without any.</param>
/// <param name="isStreamed">Whether a call sends all messages, in order.</param>
internal sealed class LoadRequests(RequestData? data, bool isStreamed) : IRequestSource
{
    public IRequestMessages Open()
    {
        try
        {
            return new Messages(data, isStreamed);
        }
        catch (Exception e) when (RefusalOf(e) is { } refusal)
        {
            throw refusal;
        }
    }

    private static RequestDataException? RefusalOf(Exception error) => error switch
    {
        SchemaException => new(error.Message, error),
        IOException or UnauthorizedAccessException => new($"--data: the file cannot be read any more: {error.Message}", error),
        _ => null,
    };

    private sealed class Messages(RequestData? data, bool isStreamed) : IRequestMessages
    {
        private readonly RequestSource? _source = data?.Open();
        private readonly long _count = data?.Count ?? 0;

        public bool AreConstant => data?.IsConstant == true;

        public int CountOf(long call) => (int)_count;

        public ReadOnlyMemory<byte> Get(long call, int index)
        {
            try
            {
                return _source!.Get(isStreamed ? (call * _count) + index : call);
            }
            catch (Exception e) when (RefusalOf(e) is { } refusal)
            {
                throw refusal;
            }
        }

        public void Dispose() => _source?.Dispose();
    }
}
