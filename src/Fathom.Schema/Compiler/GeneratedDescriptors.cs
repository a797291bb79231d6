using System.Buffers.Binary;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Text;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Compiler;

/// <summary>Reads the descriptors in C# that protoc generates, from the assembly's code without running it: the static constructor of each
/// class <c>NameReflection</c> decodes the file's descriptor from base64, whose parts are its first strings.</summary>
internal static class GeneratedDescriptors
{
    /// <summary>The descriptors of an assembly; none where protoc generated nothing of it.</summary>
    /// <param name="assembly">A readable and seekable stream at the start of the assembly, which is left open.</param>
    public static IReadOnlyList<FileDescriptorProto> Read(Stream assembly)
    {
        using var image = new PEReader(assembly, PEStreamOptions.LeaveOpen);
        var metadata = image.GetMetadataReader();
        return [.. metadata.TypeDefinitions.Select(metadata.GetTypeDefinition)
            .Where(type => metadata.GetString(type.Name).EndsWith("Reflection", StringComparison.Ordinal))
            .SelectMany(type => type.GetMethods()).Select(metadata.GetMethodDefinition)
            .Where(method => method.RelativeVirtualAddress != 0 && metadata.StringComparer.Equals(method.Name, ".cctor"))
            .Select(method => Decode(image.GetMethodBody(method.RelativeVirtualAddress).GetILBytes() ?? [], metadata))
            .OfType<FileDescriptorProto>()];
    }

    private static FileDescriptorProto? Decode(ReadOnlySpan<byte> code, MetadataReader metadata)
    {
        var base64 = new StringBuilder();
        while (!code.IsEmpty)
        {
            var (opcode, size) = Instruction(code);
            var token = size == 5 ? BinaryPrimitives.ReadInt32LittleEndian(code[1..]) : 0;
            if (opcode == ILOpCode.Ldstr)
            {
                base64.Append(metadata.GetUserString(MetadataTokens.UserStringHandle(token & 0xFFFFFF)));
            }
            else if (opcode == ILOpCode.Call && NameOf(MetadataTokens.EntityHandle(token), metadata) == nameof(Convert.FromBase64String))
            {
                return Parse(base64.ToString());
            }

            code = code[size..];
        }

        return null;
    }

    private static string? NameOf(EntityHandle method, MetadataReader metadata) => method.Kind == HandleKind.MemberReference
        ? metadata.GetString(metadata.GetMemberReference((MemberReferenceHandle)method).Name) : null;

    // Another class that decodes base64 is none of protoc's.
    private static FileDescriptorProto? Parse(string base64)
    {
        try
        {
            return FileDescriptorProto.Parser.ParseFrom(Convert.FromBase64String(base64)) is { Name.Length: > 0 } file ? file : null;
        }
        catch (Exception e) when (e is FormatException or InvalidProtocolBufferException)
        {
            return null;
        }
    }

    // The opcode, and its bytes with those of its operand (ECMA-335 III.1.2.1 and the tables of III.2 to III.4).
    private static (ILOpCode Opcode, int Size) Instruction(ReadOnlySpan<byte> code)
    {
        if (code[0] == 0xFE)
        {
            var second = (ILOpCode)(0xFE00 | code[1]);
            return (second, 2 + second switch
            {
                ILOpCode.Ldftn or ILOpCode.Ldvirtftn or ILOpCode.Initobj or ILOpCode.Constrained or ILOpCode.Sizeof => 4,
                >= ILOpCode.Ldarg and <= ILOpCode.Stloc => 2,
                ILOpCode.Unaligned => 1,
                _ => 0,
            });
        }

        var opcode = (ILOpCode)code[0];
        return (opcode, 1 + opcode switch
        {
            (>= ILOpCode.Ldarg_s and <= ILOpCode.Stloc_s) or ILOpCode.Ldc_i4_s or (>= ILOpCode.Br_s and <= ILOpCode.Blt_un_s)
                or ILOpCode.Leave_s => 1,
            ILOpCode.Ldc_i8 or ILOpCode.Ldc_r8 => 8,
            ILOpCode.Switch => 4 + (4 * BinaryPrimitives.ReadInt32LittleEndian(code[1..])),
            ILOpCode.Ldc_i4 or ILOpCode.Ldc_r4 or (>= ILOpCode.Jmp and <= ILOpCode.Calli) or (>= ILOpCode.Br and <= ILOpCode.Blt_un)
                or (>= ILOpCode.Callvirt and <= ILOpCode.Isinst) or ILOpCode.Unbox or (>= ILOpCode.Ldfld and <= ILOpCode.Stobj)
                or ILOpCode.Box or ILOpCode.Newarr or ILOpCode.Ldelema or ILOpCode.Ldelem or ILOpCode.Stelem or ILOpCode.Unbox_any
                or ILOpCode.Refanyval or ILOpCode.Mkrefany or ILOpCode.Ldtoken or ILOpCode.Leave => 4,
            _ => 0,
        });
    }
}
