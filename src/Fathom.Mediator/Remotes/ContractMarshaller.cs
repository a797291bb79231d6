using System.Buffers;
using Fathom.Contracts;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Remotes;

/// <summary>
/// Between a contract and the transport's buffers, without a copy. What is malformed is the sender's fault where it is a request, and the
/// server's where it is a response.
/// </summary>
internal sealed class ContractMarshaller<T>(bool ofRequests) : Marshaller<T>
    where T : class, IContract<T>
{
    // The transport has a limit of its own, and has kept it.
    private static readonly ContractReadOptions Copying = new() { MaxMessageSize = int.MaxValue };
    private static readonly ContractReadOptions Sharing = Copying with { ShareMemory = true };

    public override int ZeroCopyThreshold => T.ShareThreshold;

    public override int GetSize(T value) => ContractSerializer.Prepare(value);

    public override void Serialize(T value, IBufferWriter<byte> output) =>
        ContractSerializer.WritePrepared(value, output, output is IZeroCopyBufferWriter zeroCopy ? zeroCopy.WriteBorrowed : null);

    public override T Deserialize(in ReadOnlySequence<byte> bytes) => Read(bytes, Copying);

    public override T DeserializeOwned(ReadOnlyMemory<byte> bytes) => Read(new ReadOnlySequence<byte>(bytes), Sharing);

    private T Read(in ReadOnlySequence<byte> bytes, ContractReadOptions options)
    {
        try
        {
            return ContractSerializer.Read<T>(bytes, options);
        }
        catch (MalformedMessageException error) when (ofRequests)
        {
            throw new RpcException(new Status(StatusCode.InvalidArgument, $"The request is no {typeof(T).Name}: {error.Message}"),
                inner: error);
        }
    }
}
