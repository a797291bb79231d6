using System.Buffers;
using FsCheck;
using FsCheck.Fluent;
using Fathom.Contracts.Serialization;
using Fathom.Contracts.Tests.Samples;
using Fathom.TestKit;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Where buffers end makes no difference.</summary>
public class SegmentTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(7)]
    [InlineData(64)]
    [InlineData(1000)]
    public void A_message_in_pieces_is_the_message(int size) =>
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(40), Prop.ForAll<int>(seed =>
    {
        var bytes = ContractSerializer.ToArray(new ContractMaker(seed).Make<Everything>());
        var read = ContractSerializer.Read<Everything>(Segments.Of(bytes, size));
        ContractSerializer.ToArray(read).ShouldBeBytes(bytes);
        var shared = ContractSerializer.Read<Everything>(Segments.Of(bytes, size), new ContractReadOptions { ShareMemory = true });
        ContractSerializer.ToArray(shared).ShouldBeBytes(bytes);
    }));

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(9)]
    [InlineData(100)]
    [InlineData(5000)]
    public void A_message_is_written_into_pieces_of_any_size(int size) =>
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(40), Prop.ForAll<int>(seed =>
    {
        var message = new ContractMaker(seed).Make<Everything>();
        var output = new PiecewiseOutput(size);
        using var measured = ContractSerializer.Measure(message);
        measured.WriteTo(output);
        output.Written.Length.ShouldBe(measured.Size);
        output.Written.ShouldBeBytes(measured.ToArray());
    }));

    [Fact]
    public void A_large_message_is_written_into_the_buffers_there_are()
    {
        var output = new PiecewiseOutput(4096);
        ContractSerializer.Write(new Scalars { Blob = new byte[1 << 20], Text = new string('é', 100_000) }, output)
            .ShouldBe(output.Written.Length);
        output.LargestRequest.ShouldBeLessThanOrEqualTo(16 * 1024);
        ContractSerializer.Read<Scalars>(output.Written).Text.ShouldBe(new string('é', 100_000));
    }

    [Theory]
    [InlineData(100)]
    [InlineData(5000)]
    public void Large_memory_is_lent_in_its_place_and_small_memory_copied(int size) =>
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(40), Prop.ForAll<int>(seed =>
    {
        var memory = new byte[ContractReader.DefaultShareThreshold + Math.Abs(seed % 3) - 1];
        var message = new ContractMaker(seed).Make<Everything>()
            with { Scalars = new Scalars { Text = "before", Blob = new byte[3 * size], Memory = memory } };
        var output = new PiecewiseOutput(size);
        List<(int At, ReadOnlyMemory<byte> Bytes)> lent = [];
        ContractSerializer.Prepare(message);
        ContractSerializer.WritePrepared(message, output, bytes => lent.Add((output.Written.Length, bytes)));

        lent.Count.ShouldBe(memory.Length < ContractReader.DefaultShareThreshold ? 0 : 1);
        lent.ShouldAllBe(l => l.Bytes.Equals(memory));
        List<byte> all = [.. output.Written];
        lent.ForEach(l => all.InsertRange(l.At, l.Bytes.ToArray()));
        all.ToArray().ShouldBeBytes(ContractSerializer.ToArray(message));
    }));

    [Fact]
    public void Memory_is_a_slice_of_the_input_when_the_caller_allows_it()
    {
        var bytes = ContractSerializer.ToArray(new Scalars { Memory = new byte[1 << 20] });
        var options = new ContractReadOptions { ShareMemory = true };
        ContractSerializer.Read<Scalars>(bytes, options);
        var read = new Scalars();
        Allocations.OfARound(() => read = ContractSerializer.Read<Scalars>(new ReadOnlySequence<byte>(bytes), options), 999)
            .ShouldBeLessThan(1000);

        bytes[^1] = 77;
        read.Memory.Span[^1].ShouldBe((byte)77);
    }

    [Fact]
    public void Memory_is_a_copy_otherwise()
    {
        var bytes = ContractSerializer.ToArray(new Scalars { Memory = new byte[100] });
        var read = ContractSerializer.Read<Scalars>(bytes);
        bytes[^1] = 77;
        read.Memory.Span[^1].ShouldBe((byte)0);
    }

    [Fact]
    public void A_contract_says_whether_its_blobs_are_worth_sharing()
    {
        ShareThreshold<Scalars>().ShouldBe(ContractReader.DefaultShareThreshold);
        ShareThreshold<Optionals>().ShouldBe(ContractReader.DefaultShareThreshold);
        ShareThreshold<Lists>().ShouldBe(int.MaxValue, "a list of blobs is one of small ones");
        ShareThreshold<Positional>().ShouldBe(int.MaxValue);

        static int ShareThreshold<T>()
            where T : class, IContract<T> => T.ShareThreshold;
    }
}
