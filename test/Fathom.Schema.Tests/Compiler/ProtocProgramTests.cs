using Fathom.Schema.Compiler;
using Fathom.Schema.Faults;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.Schema.Tests.Compiler;

/// <summary>Which compiler reads a .proto file.</summary>
public sealed class ProtocProgramTests : IDisposable
{
    private readonly ProtoFolder _folder = new ProtoFolder().Write("bad.proto", "syntax = \"proto3\"; message {");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_one_beside_the_program_comes_before_those_on_PATH()
    {
        var name = Path.GetFileName(ProtoFolder.Protoc);
        _folder.Write($"beside/{name}", "").Write($"first/{name}", "").Write($"second/{name}", "").Write("third/other", "");

        ProtocProgram.Find(Path.Combine(_folder.Path, "beside"), Paths("third", "first", "nowhere", "second"))
            .ShouldBe(new[] { "beside", "first", "second" }.Select(folder => Path.Combine(_folder.Path, folder, name)));
        ProtocProgram.Find(Path.Combine(_folder.Path, "nowhere"), null).ShouldBeEmpty();
    }

    // What a program for another C library does: the kernel does not find its loader, or the loader not its symbols.
    [Theory]
    [InlineData("#!/nowhere/ld-linux.so\n")]
    [InlineData("#!/bin/sh\nexit 127\n")]
    public async Task One_that_does_not_run_here_is_passed_over(string script)
    {
        Requires.Present(TestPrerequisites.Unix);
        var program = Path.Combine(_folder.Write("protoc", script).Path, "protoc");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        (await RefusalAsync(program, ProtoFolder.Protoc)).ShouldStartWith("--proto: protoc refused it: ");
        (await RefusalAsync(program)).ShouldStartWith("--proto: no protoc runs here, and fathom's own parser refused it: ");
    }

    private async Task<string> RefusalAsync(params string[] programs) =>
        (await Should.ThrowAsync<SchemaException>(() => _folder.CompileAsync("bad.proto", programs))).Message;

    private string Paths(params string[] folders) =>
        string.Join(Path.PathSeparator, folders.Select(folder => Path.Combine(_folder.Path, folder)));
}
