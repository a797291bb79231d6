using System.Buffers;
using BenchmarkDotNet.Attributes;
using Fathom.Contracts;
using Google.Protobuf;

namespace Fathom.Bench.Contracts;

/// <summary>Writes a message into a transport's buffer, as a marshaller does, and reads it. Google.Protobuf is the reference.</summary>
public abstract class MessageBenchmarks<TFathom, TGoogle>
    where TFathom : class, IContract<TFathom>
    where TGoogle : class, IMessage<TGoogle>, new()
{
    private readonly MessageParser<TGoogle> _parser = new(() => new TGoogle());
    private readonly ContractReadOptions _options;
    private readonly TFathom _message;
    private readonly TGoogle _reference;
    private readonly byte[] _bytes;
    private readonly ArrayBufferWriter<byte> _output;

    private protected MessageBenchmarks(TFathom message, TGoogle? reference = null, ContractReadOptions? options = null)
    {
        _options = options ?? ContractReadOptions.Default;
        _message = message;
        _bytes = ContractSerializer.ToArray(message);
        _reference = reference ?? Samples.Google<TGoogle>(_bytes);
        _output = new ArrayBufferWriter<byte>(_bytes.Length);
        if (!_reference.ToByteArray().AsSpan().SequenceEqual(_bytes))
        {
            throw new InvalidOperationException($"{typeof(TFathom).Name}: both sides must write the same bytes to be compared.");
        }
    }

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("write")]
    public int GoogleWrites()
    {
        _output.ResetWrittenCount();
        var size = _reference.CalculateSize();
        _reference.WriteTo(_output);
        return size;
    }

    [Benchmark]
    [BenchmarkCategory("write")]
    public int FathomWrites()
    {
        _output.ResetWrittenCount();
        var size = ContractSerializer.Prepare(_message);
        ContractSerializer.WritePrepared(_message, _output);
        return size;
    }

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("read")]
    public TGoogle GoogleReads() => _parser.ParseFrom(new ReadOnlySequence<byte>(_bytes));

    [Benchmark]
    [BenchmarkCategory("read")]
    public TFathom FathomReads() => ContractSerializer.Read<TFathom>(new ReadOnlySequence<byte>(_bytes), _options);
}

/// <summary>Ten fields.</summary>
public class RecordOfTenFields() : MessageBenchmarks<Record, Google.Record>(Samples.Record);

/// <summary>A list of a hundred messages.</summary>
public class ListOfHundred() : MessageBenchmarks<Batch, Google.Batch>(Samples.Batch);

/// <summary>1 MiB of bytes, copied on reading, as from a transport's buffer.</summary>
public class BlobCopied() : MessageBenchmarks<Blob, Google.Blob>(Samples.Blob, Samples.GoogleBlob);

/// <summary>1 MiB of bytes, read as a slice of the input.</summary>
public class BlobShared() : MessageBenchmarks<Blob,
    Google.Blob>(Samples.Blob, Samples.GoogleBlob, new ContractReadOptions { ShareMemory = true });
