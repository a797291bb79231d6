using Fathom.TestKit;
using Fathom.TestKit.Codecs;
using Fathom.Transport.Codecs;
using FsCheck;
using FsCheck.Fluent;
using static Fathom.Tests.Transport.Codecs.CodecMessages;

namespace Fathom.Tests.Transport.Codecs;

/// <summary>Whose code a codec runs: the system's library, the framework's, or managed code in place of the library.</summary>
public class CodecImplementationTests
{
    [Fact]
    public void Without_the_systems_library_the_managed_one_is_used_and_the_package_to_install_is_named()
    {
        var library = new SystemLibrary(("liblz9.so.1", "liblz9.dylib", "liblz9.dll"), ("liblz9-1", "lz9-libs"));
        Codec System()
        {
            library.Load();
            return CodecRegistry.Gzip;
        }

        var codec = new FallbackCodec(System, CodecRegistry.ManagedZstd);

        codec.Implementation.ShouldBe(CodecImplementation.Managed);
        codec.MissingLibrary.ShouldNotBeNull().ShouldContain("apt-get install liblz9-1");
        var compressed = Compress(codec, new(Text(1000)), codec.Levels.Default);
        Decompress(CodecRegistry.ManagedZstd, new(compressed), Limit).Plain.ShouldBe(Text(1000));
        Decompress(codec, new(compressed), Limit).Plain.ShouldBe(Text(1000));
    }

    [Fact]
    public void A_library_that_lacks_a_function_is_too_old_and_the_managed_one_is_used()
    {
        Codec Old() => throw new EntryPointNotFoundException("The library liblz9.so.1 has no function LZ9_new.");

        var codec = new FallbackCodec(Old, CodecRegistry.ManagedLz4);

        codec.Implementation.ShouldBe(CodecImplementation.Managed);
        codec.MissingLibrary.ShouldBe("The library liblz9.so.1 has no function LZ9_new.");
    }

    [Fact]
    public void A_codec_says_whose_code_does_the_work()
    {
        CodecRegistry.Gzip.Implementation.ShouldBe(CodecImplementation.Framework);
        CodecRegistry.Brotli.Implementation.ShouldBe(CodecImplementation.Framework);
        CodecRegistry.ManagedLz4.Implementation.ShouldBe(CodecImplementation.Managed);
        CodecRegistry.ManagedZstd.Implementation.ShouldBe(CodecImplementation.Managed);
        foreach (var codec in new[] { CodecRegistry.Lz4, CodecRegistry.Zstd })
        {
            (codec.Implementation == CodecImplementation.SystemLibrary).ShouldBe(codec.MissingLibrary is null);
        }
    }

    [Theory]
    [InlineData("lz4")]
    [InlineData("zstd")]
    public void The_systems_library_and_the_managed_one_read_each_other_at_every_size(string encoding)
    {
        var (system, managed) = (NamedCodecs.Find(encoding), NamedCodecs.Find(encoding + " managed"));
        Assert.SkipWhen(system.MissingLibrary is not null, system.MissingLibrary ?? "");
        // Around the block sizes of LZ4 frames as well, whose next class begins there.
        var sizes = Gen.OneOf(Gen.Choose(0, 100), Gen.Choose(0, 300_000), Gen.Elements(65_535, 65_536, 65_537, (1 << 20) + 1));
        var messages = from size in sizes
                       from noise in Gen.Elements(true, false)
                       from level in Gen.Choose(Math.Max(1, system.Levels.Fastest), 6)
                       from segment in Gen.Elements(int.MaxValue, 1000)
                       select (Message: noise ? Noise(size) : Text(size), level, segment);

        Prop.ForAll(messages.ToArbitrary(), row =>
        {
            foreach (var (from, to) in new[] { (system, managed), (managed, system) })
            {
                var compressed = Compress(from, Segments.Of(row.Message, row.segment), row.level);
                var (outcome, plain) = Decompress(to, Segments.Of(compressed, row.segment), row.Message.Length);
                outcome.ShouldBe(DecompressOutcome.Done);
                plain.AsSpan().SequenceEqual(row.Message).ShouldBeTrue();
                if (row.Message.Length > 0)
                {
                    Decompress(to, new(compressed), row.Message.Length - 1).Outcome.ShouldBe(DecompressOutcome.TooLarge);
                }
            }
        }).QuickCheckThrowOnFailure();
    }
}
