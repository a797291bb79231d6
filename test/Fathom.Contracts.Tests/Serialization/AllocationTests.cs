using System.Buffers;
using Fathom.Contracts.Tests.Samples;
using Fathom.TestKit;
using Google.Protobuf;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>What reading a message costs the heap, to the byte, beside Google.Protobuf.</summary>
public class AllocationTests
{
    // Of large objects a benchmark's average is too coarse: what it told of the two of 1 MiB was a few hundred bytes apart, either way.
    [Fact]
    public void A_blob_that_is_copied_costs_less_than_with_Google_Protobuf()
    {
        var bytes = new ReadOnlySequence<byte>(ContractSerializer.ToArray(new Scalars { Blob = new byte[1 << 20] }));
        var parser = new MessageParser<Exported.Scalars>(() => new Exported.Scalars());
        Cost(() => ContractSerializer.Read<Scalars>(bytes)).ShouldBeLessThan(Cost(() => parser.ParseFrom(bytes)));

        static long Cost(Func<object> read)
        {
            read();
            return Allocations.OfARound(() => read());
        }
    }
}
