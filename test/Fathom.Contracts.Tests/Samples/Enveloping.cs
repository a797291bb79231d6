using System.Buffers;

namespace Fathom.Contracts.Tests.Samples;

/// <summary>A contract with a member that serializes another message whenever it is asked for.</summary>
[Contract]
public sealed partial class Enveloping
{
    private byte[] _envelope = [];

    [Member(1)]
    public List<int> Numbers { get; init; } = [];

    [Member(2)]
    public byte[] Envelope
    {
        get => Other is null ? _envelope : Enveloped(Other);
        init => _envelope = value;
    }

    [Member(3)]
    public List<int> More { get; init; } = [];

    public Legacy? Other { get; init; }

    private static byte[] Enveloped(Legacy other)
    {
        var output = new ArrayBufferWriter<byte>(ContractSerializer.Prepare(other));
        ContractSerializer.WritePrepared(other, output);
        return output.WrittenSpan.ToArray();
    }
}
