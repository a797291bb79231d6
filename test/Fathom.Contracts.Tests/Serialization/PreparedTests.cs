using System.Buffers;
using Fathom.Contracts.Tests.Samples;
using Fathom.TestKit;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>The size in one call and the bytes in the next, as transports ask for them.</summary>
public class PreparedTests
{
    [Fact]
    public void The_size_is_that_of_the_bytes_that_follow()
    {
        for (var seed = 0; seed < 50; seed++)
        {
            var tree = new ContractMaker(seed).Make<Tree>();
            Written(tree, ContractSerializer.Prepare(tree)).ShouldBe(ContractSerializer.ToArray(tree));
        }
    }

    [Fact]
    public void A_message_that_was_not_prepared_last_is_written_all_the_same()
    {
        var (first, second) = (new ContractMaker(1).Make<Tree>(), new ContractMaker(2).Make<Tree>());
        var sizeOfFirst = ContractSerializer.Prepare(first);
        var sizeOfSecond = ContractSerializer.Prepare(second);

        Written(first, sizeOfFirst).ShouldBe(ContractSerializer.ToArray(first));
        Written(second, sizeOfSecond).ShouldBe(ContractSerializer.ToArray(second));
        Written(second, sizeOfSecond).ShouldBe(ContractSerializer.ToArray(second));
    }

    [Fact]
    public void A_message_that_cannot_be_written_is_refused_with_its_size_and_the_next_is_not_harmed()
    {
        var bad = new Tree { Children = [null!] };
        var good = new ContractMaker(3).Make<Tree>();

        Should.Throw<InvalidOperationException>(() => ContractSerializer.Prepare(bad));

        Written(good, ContractSerializer.Prepare(good)).ShouldBe(ContractSerializer.ToArray(good));
    }

    [Fact]
    public void A_member_may_serialize_another_message_while_its_own_is_measured_and_written()
    {
        var other = new Legacy { Name = "other", Numbers = [1, 2, 3], Parent = new Legacy { Numbers = [.. Enumerable.Range(0, 100)] } };
        var message = new Enveloping { Numbers = [4, 5, 300], Other = other, More = [6, 7] };
        for (var i = 0; i < 3; i++)
        {
            var size = ContractSerializer.Prepare(message);
            var output = new ArrayBufferWriter<byte>(size);
            ContractSerializer.WritePrepared(message, output);

            var read = ContractSerializer.Read<Enveloping>(output.WrittenMemory);
            read.Numbers.ShouldBe([4, 5, 300]);
            read.Envelope.ShouldBe(ContractSerializer.ToArray(other));
            read.More.ShouldBe([6, 7]);
        }
    }

    [Fact]
    public void Nothing_is_allocated()
    {
        var message = new Legacy { Name = "outer", Parent =
            new Legacy { Numbers = [1, 2, 3], Parent = new Legacy { Name = "innermost" } } };
        var output = new ArrayBufferWriter<byte>(1 << 20);
        Prepare();
        Allocations.OfARound(() =>
        {
            for (var i = 0; i < 100; i++)
            {
                Prepare();
            }
        }).ShouldBe(0);

        void Prepare()
        {
            ContractSerializer.Prepare(message);
            ContractSerializer.WritePrepared(message, output);
            output.ResetWrittenCount();
        }
    }

    [Fact]
    public void Empty_keeps_what_it_does_not_know()
    {
        ContractSerializer.ToArray(Empty.Instance).ShouldBeEmpty();
        ContractSerializer.Read<Empty>(Array.Empty<byte>()).ShouldBeSameAs(Empty.Instance);
        ContractSerializer.ToArray(ContractSerializer.Read<Empty>(new byte[] { 8, 5 })).ShouldBe([8, 5]);
    }

    private static byte[] Written(Tree tree, int size)
    {
        var output = new ArrayBufferWriter<byte>(Math.Max(1, size));
        ContractSerializer.WritePrepared(tree, output);
        output.WrittenCount.ShouldBe(size);
        return output.WrittenSpan.ToArray();
    }
}
