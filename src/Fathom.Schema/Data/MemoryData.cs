namespace Fathom.Schema.Data;

/// <summary>Messages that do not change: encoded once.</summary>
internal sealed class MemoryData(byte[][] messages) : RequestData
{
    public override long Count => messages.Length;

    public override bool IsConstant => true;

    public override RequestSource Open() => new Source(messages);

    private sealed class Source(byte[][] messages) : RequestSource
    {
        public override ReadOnlyMemory<byte> Get(long number) => messages[(int)(number % messages.Length)];
    }
}
