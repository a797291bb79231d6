namespace Fathom.Load.Grpc.Requests;

/// <summary>The request messages of a mix: those of the method whose turn it is.</summary>
internal sealed class MixedRequests(IReadOnlyList<MixedMethod> methods, MixOrder order) : IRequestSource
{
    public IRequestMessages Open() => new Messages([.. methods.Select(m => m.Requests.Open())], order);

    private sealed class Messages(IRequestMessages[] methods, MixOrder order) : IRequestMessages
    {
        public bool AreConstant { get; } = methods.All(m => m.AreConstant);

        public int CountOf(long call) => 1;

        public ReadOnlyMemory<byte> Get(long call, int index)
        {
            var (method, number) = order.Of(call);
            return methods[method].Get(number, index);
        }

        public void Dispose()
        {
            foreach (var messages in methods)
            {
                messages.Dispose();
            }
        }
    }
}
