using System.Diagnostics;
using Fathom.Schema.Tests.Compiler;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Tests.Differential;

/// <summary>protoc with descriptors of its own folder: reads messages, writes them, and generates C#.</summary>
internal sealed class Protoc : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-differential-");

    public Protoc(IEnumerable<FileDescriptorProto> files) =>
        File.WriteAllBytes(Path.Combine(_folder.FullName, "set"), new FileDescriptorSet { File = { files } }.ToByteArray());

    /// <summary>The text of a message.</summary>
    public async Task<string> DecodeAsync(FileDescriptorProto file, string type, byte[] message) =>
        System.Text.Encoding.UTF8.GetString(await RunAsync(message, $"--decode={type}", file.Name));

    /// <summary>The bytes of a message.</summary>
    public Task<byte[]> EncodeAsync(FileDescriptorProto file, string type, string text) =>
        RunAsync(System.Text.Encoding.UTF8.GetBytes(text), $"--encode={type}", file.Name);

    /// <summary>The C# of files.</summary>
    public async Task<string[]> GenerateAsync(IEnumerable<FileDescriptorProto> files)
    {
        await RunAsync([], [$"--csharp_out={_folder.FullName}", .. files.Select(f => f.Name)]);
        return [.. _folder.GetFiles("*.cs").Select(f => File.ReadAllText(f.FullName))];
    }

    /// <summary>A descriptor set of files as protoc writes it.</summary>
    public async Task<byte[]> CompleteAsync(IEnumerable<FileDescriptorProto> files)
    {
        await RunAsync([], ["--descriptor_set_out=complete", .. files.Select(f => f.Name)]);
        return await File.ReadAllBytesAsync(Path.Combine(_folder.FullName, "complete"));
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private async Task<byte[]> RunAsync(byte[] input, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(ProtoFolder.Protoc, ["--descriptor_set_in=set", .. arguments])
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
            WorkingDirectory = _folder.FullName,
        })!;
        using var output = new MemoryStream();
        var reading = process.StandardOutput.BaseStream.CopyToAsync(output);
        var errors = process.StandardError.ReadToEndAsync();
        await process.StandardInput.BaseStream.WriteAsync(input);
        process.StandardInput.Close();
        await reading;
        await process.WaitForExitAsync();
        return process.ExitCode == 0 ? output.ToArray() : throw new InvalidOperationException(await errors);
    }
}
