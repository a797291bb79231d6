using System.Diagnostics;
using System.Reflection;
using Fathom.Contracts.Tests.Samples;
using Fathom.Contracts.Tests.Serialization;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.Contracts.Tests.Proto;

/// <summary>The system's protoc reads what is exported and what is written.</summary>
public class ProtocTests
{
    private const string File = "fathom.contracts.tests.exported.proto";

    [Fact]
    public void Protoc_decodes_and_encodes_the_same_bytes()
    {
        Requires.Present(TestPrerequisites.Protoc);
        for (var seed = 0; seed < 20; seed++)
        {
            var tree = new ContractMaker(seed).Make<Tree>();
            var bytes = ContractSerializer.ToArray(tree);
            var text = Run("--decode", bytes);
            // Maps come back sorted, so content is compared and not bytes.
            var again = ContractSerializer.Read<Tree>(Run("--encode", text));
            again.ShouldHaveContentOf(Exported.Tree.Parser.ParseFrom(bytes));
        }
    }

    [Fact]
    public void Protoc_shows_names_and_values()
    {
        Requires.Present(TestPrerequisites.Protoc);
        var tree = new Tree { All = new Everything { Optionals = new Optionals { ZigZagLong = -3, Color = Color.DarkGreen },
            Delivery = new Delivery { Target = new Target.Offset(-7) } } };
        var text = System.Text.Encoding.UTF8.GetString(Run("--decode", ContractSerializer.ToArray(tree)));
        text.ShouldContain("zig_zag_long: -3");
        text.ShouldContain("color: COLOR_DARK_GREEN");
        text.ShouldContain("offset: -7");
    }

    private static string StandardImports => typeof(ProtocTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(attribute => attribute.Key == "ProtobufImports").Value!;

    private static byte[] Run(string mode, byte[] input)
    {
        var start = new ProcessStartInfo(Requires.Program(TestPrerequisites.Protoc))
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            ArgumentList = { $"{mode}=fathom.contracts.tests.exported.Tree", "-I", Repository.PathOf("test/Fathom.Contracts.Tests/Samples"),
                "-I", StandardImports, File },
        };
        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        // Both pipes at once: either may fill.
        var writing = Task.Run(() =>
        {
            process.StandardInput.BaseStream.Write(input);
            process.StandardInput.Close();
        });
        var output = new MemoryStream();
        process.StandardOutput.BaseStream.CopyTo(output);
        writing.Wait();
        process.WaitForExit();
        process.ExitCode.ShouldBe(0, errors.Result);
        return output.ToArray();
    }
}
